package dev.a2.server.feed;

import dev.a2.HistoryLostException;
import dev.a2.store.Event;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Flow;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What all feeds of one session share: the live end of its log as frames.
 *
 * <p>{@link #tail} is the newest index that came live. A <em>live</em> subscriber is handed what lies in the buffer behind its
 * position; any other reads pages of the store until its position has reached the buffer. The buffer holds what some live
 * subscriber has not taken, so it is empty most of the time. When it is full, its oldest frames go: a live subscriber who has
 * not taken them either is stuck in a write, and is cut off, or just has not had the time, and goes on from the store.
 *
 * <p>The lock guards buffer, tail and subscribers. Nothing blocks under it.
 */
final class SessionChannel implements Flow.Subscriber<Event> {
    /** A write that takes so long is one that the client does not take. */
    private static final long STUCK_NANOS = 2_000_000_000L;

    /** A subscriber that does not read holds no more than this, and the event that goes beyond. */
    private static final int MOST_TAKEN = 64 << 10;

    private final Feeds feeds;
    private final String sessionId;
    private final int mostBytes;
    private final ReentrantLock opening = new ReentrantLock();
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Frame> buffer = new ArrayDeque<>();
    private final Set<Subscriber> subscribers = new LinkedHashSet<>();
    private final Pages pages;
    private final Topics topics;
    /** Feeds that were let in and have not left. Guarded by the feeds' lock. */
    int users;

    private long bufferedBytes;
    private long tail;
    /** How many subscribers have not taken everything. */
    private int behind;

    private Flow.@Nullable Subscription subscription;
    private boolean closed;
    private boolean isOpen;

    SessionChannel(Feeds feeds, String sessionId, int mostBytes) {
        this.feeds = feeds;
        this.sessionId = sessionId;
        this.mostBytes = mostBytes;
        this.pages = new Pages(feeds.engine().store(), sessionId, feeds.pageReads());
        this.topics = new Topics(feeds, sessionId, this::wakeAll);
    }

    String sessionId() {
        return sessionId;
    }

    Topics topics() {
        return topics;
    }

    /** Returns when the log is followed; the first caller begins it. Blocks on the store. */
    void awaitOpen() {
        opening.lock();
        try {
            if (!isOpen) {
                follow();
                isOpen = true;
            }
        } finally {
            opening.unlock();
        }
    }

    /** Begins to follow the log, or begins again. Blocks on the store. */
    void follow() {
        long frontier = feeds.engine().store().bounds(sessionId).frontier();
        lock.lock();
        try {
            if (frontier > tail) {
                // What lies between will not come live, so the buffer no longer leads up to the tail.
                forget();
                tail = frontier;
            }
        } finally {
            lock.unlock();
        }
        feeds.engine().feed(sessionId, frontier).subscribe(this);
        wakeAll();
    }

    void join(Subscriber subscriber) {
        lock.lock();
        try {
            subscribers.add(subscriber);
            behind++;
        } finally {
            lock.unlock();
        }
    }

    void leave(Subscriber subscriber) {
        release(subscriber);
        lock.lock();
        try {
            if (subscribers.remove(subscriber) && !subscriber.atTail) {
                behind--;
            }
            forgetIfTaken();
        } finally {
            lock.unlock();
        }
    }

    List<Subscriber> subscribers() {
        lock.lock();
        try {
            return List.copyOf(subscribers);
        } finally {
            lock.unlock();
        }
    }

    void close() {
        Flow.Subscription open;
        lock.lock();
        try {
            closed = true;
            open = subscription;
        } finally {
            lock.unlock();
        }
        if (open != null) {
            open.cancel();
        }
        topics.close();
    }

    // ---- the live end of the log

    @Override
    public void onSubscribe(Flow.Subscription made) {
        boolean late;
        lock.lock();
        try {
            subscription = made;
            late = closed;
        } finally {
            lock.unlock();
        }
        if (late) {
            made.cancel();
        } else {
            made.request(Long.MAX_VALUE);
        }
    }

    @Override
    public void onNext(Event event) {
        Frame frame = Frame.of(event);
        List<Subscriber> all;
        lock.lock();
        try {
            add(frame);
            all = List.copyOf(subscribers);
        } finally {
            lock.unlock();
        }
        all.forEach(Subscriber::wake);
        topics.logGrew();
    }

    private void add(Frame frame) {
        if (frame.isMarker()) {
            // What was before it is gone for every reader at once (I10).
            forget();
        }
        buffer.add(frame);
        bufferedBytes += frame.bytes().length;
        tail = frame.index();
        subscribers.forEach(subscriber -> subscriber.atTail = false);
        behind = subscribers.size();
        while (bufferedBytes > mostBytes && buffer.size() > 1) {
            drop(buffer.remove());
        }
    }

    private void drop(Frame oldest) {
        bufferedBytes -= oldest.bytes().length;
        long now = System.nanoTime();
        for (Subscriber subscriber : subscribers) {
            if (subscriber.live && subscriber.position < oldest.index()) {
                subscriber.live = false;
                if (subscriber.writingNanos(now) > STUCK_NANOS) {
                    subscriber.cutOff();
                }
            }
        }
    }

    @Override
    public void onError(Throwable error) {
        if (error instanceof HistoryLostException) {
            lock.lock();
            try {
                forget();
                tail = 0;
                subscribers.forEach(subscriber -> {
                    subscriber.live = false;
                    subscriber.lost = true;
                });
            } finally {
                lock.unlock();
            }
        }
        feeds.followAgain(this, error);
    }

    @Override
    public void onComplete() {
        // The engine is being closed, and the feeds before it.
    }

    boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    private void wakeAll() {
        subscribers().forEach(Subscriber::wake);
    }

    // ---- for subscribers' threads

    /** The frames that come next; none if it has caught up, or there is no room. May block on the store. */
    List<Frame> take(Subscriber subscriber) {
        release(subscriber);
        List<Frame> live = takeLive(subscriber);
        if (live != null) {
            return live;
        }
        Pages.Page page = pages.after(subscriber.position);
        if (!page.frames().isEmpty()) {
            if (!feeds.room().take(page.bytes())) {
                return List.of();
            }
            subscriber.held = page.bytes();
            subscriber.position = page.frames().get(page.frames().size() - 1).index();
            return page.frames();
        }
        lock.lock();
        try {
            // The store has no more than this: what comes next comes live.
            tail = Math.max(tail, page.frontier());
            subscriber.live = subscriber.position >= tail;
        } finally {
            lock.unlock();
        }
        return List.of();
    }

    /** The page that was taken before is written. */
    private void release(Subscriber subscriber) {
        feeds.room().give(subscriber.held);
        subscriber.held = 0;
    }

    /** What continues the subscriber's place, not too much at once; null if it is not in the buffer. */
    private @Nullable List<Frame> takeLive(Subscriber subscriber) {
        lock.lock();
        try {
            List<Frame> next = nextOf(subscriber.position);
            boolean continues = next.isEmpty()
                    ? subscriber.position >= tail
                    : next.get(0).index() == subscriber.position + 1
                            || next.get(0).isMarker();
            if (!continues) {
                return null;
            }
            subscriber.live = true;
            if (!next.isEmpty()) {
                subscriber.position = next.get(next.size() - 1).index();
            }
            if (!subscriber.atTail && subscriber.position >= tail) {
                subscriber.atTail = true;
                behind--;
                forgetIfTaken();
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    private List<Frame> nextOf(long position) {
        List<Frame> next = new ArrayList<>();
        long bytes = 0;
        for (Frame frame : buffer) {
            if (frame.index() > position && bytes < MOST_TAKEN) {
                next.add(frame);
                bytes += frame.bytes().length;
            }
        }
        return next;
    }

    private void forgetIfTaken() {
        if (behind == 0) {
            forget();
        }
    }

    private void forget() {
        buffer.clear();
        bufferedBytes = 0;
    }

    /** Whether the subscriber has everything that came live. */
    boolean isCaughtUp(Subscriber subscriber) {
        lock.lock();
        try {
            return subscriber.live && subscriber.position >= tail;
        } finally {
            lock.unlock();
        }
    }
}
