package dev.a2.server.work;

import dev.a2.Platform;
import dev.a2.store.SessionStore;
import dev.a2.store.TakeWorkRequest;
import dev.a2.store.TakeWorkResult;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Looks for sessions on behalf of a line, one round at a time however many wait: at once for who comes, each second, when the work
 * index says that something will be due, and a little after the store hints at work. While nobody is in the line it rests.
 */
final class Poller {
    private static final int BATCH = 128;

    /** Marks that are taken are nobody else's for so long, so who dies over them delays a session by no more (WRK-2). */
    private static final Duration LEASE = Duration.ofSeconds(3);

    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration SHORTEST = Duration.ofMillis(25);
    private static final Duration LONGEST_GAP = Duration.ofMillis(200);

    private final Line line;
    private final SessionStore store;
    private final Platform platform;
    private final ReentrantLock lock = new ReentrantLock();
    private Platform.@Nullable Timer timer;
    private long dueNanos;
    private boolean isDue;
    private boolean polling;
    private boolean hinted;
    private boolean closed;
    /** How long to gather hints. Most are about work that is in hand already, or somebody else's. */
    private Duration gap = SHORTEST;

    /** The round did not end early, for want of somebody to look for. */
    private boolean isWhole;

    private int failures;
    private int fruitless;
    private int firstShard;

    Poller(Line line, SessionStore store, Platform platform) {
        this.line = line;
        this.store = store;
        this.platform = platform;
    }

    /** Somebody came, or must know now. */
    void soon() {
        within(Duration.ZERO);
    }

    /** Work may have come up. */
    void hint() {
        Duration delay;
        lock.lock();
        try {
            hinted = true;
            delay = gap;
        } finally {
            lock.unlock();
        }
        within(delay);
    }

    /** Something will be due by then. */
    void within(Duration delay) {
        lock.lock();
        try {
            Duration wait = delay.isNegative() ? Duration.ZERO : delay;
            long due = platform.nanoTime() + wait.toNanos();
            if (closed || due(due)) {
                return;
            }
            dueNanos = due;
            isDue = true;
            if (!polling) {
                schedule(wait);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether the next round comes by then anyway. */
    private boolean due(long byNanos) {
        return isDue && dueNanos - byNanos <= 0;
    }

    private void schedule(Duration delay) {
        if (timer != null) {
            timer.cancel();
        }
        timer = platform.after(delay, "a2 look for work", this::poll);
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            if (timer != null) {
                timer.cancel();
            }
        } finally {
            lock.unlock();
        }
    }

    private void poll() {
        boolean onHint;
        lock.lock();
        try {
            if (polling || closed) {
                return;
            }
            polling = true;
            isDue = false;
            onHint = hinted;
            hinted = false;
        } finally {
            lock.unlock();
        }
        Duration delay;
        RuntimeException failure = null;
        line.beginRound();
        isWhole = true;
        try {
            delay = round(onHint);
            failures = 0;
        } catch (Throwable e) {
            failure = e instanceof RuntimeException known ? known : new IllegalStateException(e);
            delay = backoff(++failures);
        }
        if (line.endRound(failure, isWhole)) {
            within(delay);
        }
        lock.lock();
        try {
            polling = false;
            if (isDue && !closed) {
                schedule(Duration.ofNanos(Math.max(0, dueNanos - platform.nanoTime())));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Offers what is due to the line; when the next round should be. */
    private Duration round(boolean onHint) {
        String only = line.only();
        if (only != null && line.appetite() > 0) {
            line.offer(only, false);
        }
        if (only != null || line.appetite() == 0) {
            return INTERVAL;
        }
        int shards = store.workShards();
        int news = 0;
        Instant next = null;
        for (int i = 0; i < shards; i++) {
            int shard = (firstShard + i) % shards;
            int limit = Math.min(BATCH, line.appetite());
            if (limit == 0) {
                firstShard = shard;
                isWhole = false;
                return INTERVAL;
            }
            TakeWorkResult taken = store.takeWork(new TakeWorkRequest(shard, line.consumers(), limit, LEASE));
            news += (int) taken.marks().stream()
                    .filter(mark -> line.offer(mark.sessionId(), true))
                    .count();
            Instant due = taken.nextDueAt();
            next = next == null || due != null && due.isBefore(next) ? due : next;
        }
        fruitless = news > 0 ? 0 : Math.min(5, fruitless + 1);
        if (onHint || news > 0) {
            gap = news > 0 ? SHORTEST : shorter(gap.multipliedBy(2), LONGEST_GAP);
        }
        return untilNext(next);
    }

    /** Two clocks meet here. If they disagree, rounds come too early in vain, so ever fewer do. */
    private Duration untilNext(@Nullable Instant next) {
        Duration regular =
                INTERVAL.multipliedBy(Math.round(800 + 200 * platform.random())).dividedBy(1_000);
        if (next == null) {
            return regular;
        }
        Duration until = Duration.between(platform.clock().instant(), next);
        return shorter(until.compareTo(SHORTEST) < 0 ? SHORTEST.multipliedBy(1L << fruitless) : until, regular);
    }

    private Duration backoff(int failed) {
        double most = Math.min(INTERVAL.toMillis(), 50L << Math.min(10, failed));
        return Duration.ofMillis(Math.round(most / 2 + most / 2 * platform.random()));
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
