package dev.a2.server.feed;

import dev.a2.server.engine.Engine;
import dev.a2.server.http.Budget;
import dev.a2.server.http.HttpReply;
import dev.a2.server.http.Problem;
import dev.a2.server.http.ProblemCode;
import dev.a2.server.metrics.Metrics;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** All live feeds of a server: a channel per session, and a watch over who writes. */
public final class Feeds implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Feeds.class.getName());
    private static final Duration AGAIN = Duration.ofSeconds(1);

    /** Clients that take nothing do not hold up the end for longer. */
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    private static final int PAGE_READS = 8;
    private static final long PAGES_HELD = 64 << 20;

    /**
     * Limits of feeds.
     *
     * @param heartbeat a feed says something at least so often
     * @param most feeds at once
     * @param perCaller feeds of one caller at once
     * @param bytes how far a live reader may fall behind
     */
    public record Settings(Duration heartbeat, int most, int perCaller, int bytes) {}

    private final Engine engine;
    private final Settings settings;
    private final Metrics metrics;
    private final Semaphore pageReads = new Semaphore(PAGE_READS, true);
    private final Budget room = new Budget(PAGES_HELD);
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition isEmpty = lock.newCondition();
    private final Map<String, SessionChannel> channels = new LinkedHashMap<>();
    private final Map<String, Integer> callers = new LinkedHashMap<>();
    private final ScheduledThreadPoolExecutor watch;
    private int open;
    private boolean closed;

    /** The feeds of an engine. */
    public Feeds(Engine engine, Settings settings, Metrics metrics) {
        this.engine = engine;
        this.settings = settings;
        this.metrics = metrics;
        metrics.gauge("a2.feeds.open", "feeds that are open", this::size);
        this.watch = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("a2-feed-watch").factory());
        watch.setRemoveOnCancelPolicy(true);
        long look = Math.max(1, settings.heartbeat().toMillis() / 10);
        var unused = watch.scheduleWithFixedDelay(this::look, look, look, TimeUnit.MILLISECONDS);
    }

    Engine engine() {
        return engine;
    }

    Metrics metrics() {
        return metrics;
    }

    /** How many pages are read at once. */
    Semaphore pageReads() {
        return pageReads;
    }

    /** What all subscribers that read the store hold together. */
    Budget room() {
        return room;
    }

    /** How many feeds are open. */
    public int size() {
        lock.lock();
        try {
            return open;
        } finally {
            lock.unlock();
        }
    }

    /**
     * The answer that feeds a client.
     *
     * @throws Problem TOO_MANY_FEEDS, TOO_MANY_REQUESTS or SHUTTING_DOWN
     */
    public HttpReply answer(FeedRequest request) {
        SessionChannel channel = enter(request);
        FeedWriter writer = new FeedWriter(this, channel, request);
        return HttpReply.stream("text/event-stream", writer)
                .with("Cache-Control", "no-store, no-transform")
                .with("X-Accel-Buffering", "no");
    }

    private SessionChannel enter(FeedRequest request) {
        lock.lock();
        try {
            if (closed) {
                throw new Problem(ProblemCode.SHUTTING_DOWN, "this server takes no more feeds; come back in a moment")
                        .with("Retry-After", "1");
            }
            if (open >= settings.most()) {
                throw new Problem(ProblemCode.TOO_MANY_REQUESTS, "there are " + open + " feeds; come back later")
                        .with("Retry-After", "5");
            }
            int own = callers.getOrDefault(request.caller(), 0);
            if (own >= settings.perCaller()) {
                throw new Problem(ProblemCode.TOO_MANY_FEEDS, own + " feeds are open already; close some")
                        .with("Retry-After", "5");
            }
            open++;
            callers.merge(request.caller(), 1, Integer::sum);
            SessionChannel channel =
                    channels.computeIfAbsent(request.sessionId(), id -> new SessionChannel(this, id, settings.bytes()));
            channel.users++;
            return channel;
        } finally {
            lock.unlock();
        }
    }

    /** Who was let in before the close, and begins after it, ends at once. */
    void endIfClosed(Subscriber subscriber) {
        lock.lock();
        try {
            if (closed) {
                subscriber.end(Subscriber.Ending.SHUTTING_DOWN);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The writer of an answer is done. */
    void leave(SessionChannel channel, Subscriber subscriber, FeedRequest request) {
        channel.leave(subscriber);
        boolean last;
        lock.lock();
        try {
            open--;
            channel.users--;
            callers.computeIfPresent(request.caller(), (caller, own) -> own == 1 ? null : own - 1);
            last = channel.users == 0 && channels.remove(channel.sessionId(), channel);
            if (open == 0) {
                isEmpty.signalAll();
            }
        } finally {
            lock.unlock();
        }
        if (last) {
            channel.close();
        }
    }

    /** Somebody set presence here: the store tells others only (PRS-2). */
    public void presenceChanged(String sessionId) {
        SessionChannel channel;
        lock.lock();
        try {
            channel = channels.get(sessionId);
        } finally {
            lock.unlock();
        }
        if (channel != null) {
            channel.topics().presenceChanged();
        }
    }

    void followAgain(SessionChannel channel, Throwable error) {
        LOG.log(System.Logger.Level.WARNING, "the feed of session " + channel.sessionId() + " begins again", error);
        var unused = later(AGAIN, () -> {
            if (!channel.isClosed()) {
                try {
                    channel.follow();
                } catch (RuntimeException e) {
                    followAgain(channel, e);
                }
            }
        });
    }

    /** Does something on a thread of its own after a while, unless the feeds are closed by then. */
    Future<?> later(Duration delay, Runnable task) {
        try {
            return watch.schedule(
                    () -> Thread.ofVirtual().name("a2-feed-task").start(task), delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.completedFuture(null);
        }
    }

    private List<SessionChannel> channels() {
        lock.lock();
        try {
            return List.copyOf(channels.values());
        } finally {
            lock.unlock();
        }
    }

    private void look() {
        long now = System.nanoTime();
        Instant time = engine.now();
        long heartbeat = settings.heartbeat().toNanos();
        for (SessionChannel channel : channels()) {
            channel.subscribers().forEach(subscriber -> subscriber.look(now, time, heartbeat));
        }
    }

    /** Ends all feeds, telling clients to come back (SRV-5). */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        forAll(subscriber -> subscriber.end(Subscriber.Ending.SHUTTING_DOWN));
        awaitEmpty();
        forAll(Subscriber::cutOff);
        watch.shutdownNow();
    }

    private void forAll(Consumer<Subscriber> action) {
        channels().forEach(channel -> channel.subscribers().forEach(action));
    }

    private void awaitEmpty() {
        lock.lock();
        try {
            long left = FAREWELL.toNanos();
            while (open > 0 && left > 0) {
                left = isEmpty.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }
}
