package dev.a2;

import dev.a2.store.Event;
import dev.a2.store.EventLog;
import dev.a2.store.Reserved;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionStore;
import dev.a2.store.Subscription;
import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What all feeds of one session share: a subscription, and the reads that follow from its gaps (FEED-2, FEED-3).
 *
 * <p>{@link #tail} is how far the channel has handed events out. A live cursor stands at it or beyond, and gets what comes
 * next into its buffer; any other cursor is behind, and reads pages by itself until it has reached the tail. Events come
 * from wake-ups if they continue the tail, else from a catch-up read, of which there is one at a time. Whatever leads to a
 * read (a gap, a bare wake-up, the start of listening, the safety poll) does the same. When nobody is live, catching up
 * means to look how far the log reaches.
 *
 * <p>The lock guards the tail, the cursors and their buffers. No call to the store and no signal is made under it.
 */
final class FeedChannel implements Wakeups.Listener {
    private static final long UNKNOWN = -1;

    private final FeedHub hub;
    private final SessionStore store;
    private final String sessionId;
    private final Backoff backoff;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<FeedCursor> cursors = new LinkedHashSet<>();
    private long tail = UNKNOWN;
    /** Grows when the log turns out to be another one, so that what was read before does not count. */
    private int histories;

    private boolean reading;
    private boolean again;
    private boolean closed;
    private int failures;
    private @Nullable Subscription subscription;
    private Platform.@Nullable Timer safety;

    FeedChannel(FeedHub hub, SessionStore store, String sessionId) {
        this.hub = hub;
        this.store = store;
        this.sessionId = sessionId;
        this.backoff = Backoff.background(hub.platform());
    }

    String sessionId() {
        return sessionId;
    }

    ReentrantLock lock() {
        return lock;
    }

    List<FeedCursor> cursors() {
        lock.lock();
        try {
            return List.copyOf(cursors);
        } finally {
            lock.unlock();
        }
    }

    void join(FeedCursor cursor) {
        lock.lock();
        try {
            cursors.add(cursor);
        } finally {
            lock.unlock();
        }
    }

    /** Whether the channel is empty now. */
    boolean leave(FeedCursor cursor) {
        lock.lock();
        try {
            cursors.remove(cursor);
            return cursors.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    // ---- listening

    void open(Duration safetyPoll) {
        hub.platform().startUrgent("a2 feed " + sessionId, () -> subscribe(1));
        pollLater(safetyPoll);
    }

    private void subscribe(int tries) {
        Subscription made;
        try {
            made = store.subscribe(sessionId, this);
        } catch (RuntimeException e) {
            hub.failed(sessionId, e);
            if (!isClosed()) {
                hub.platform().after(backoff.after(tries), "a2 feed subscribes", () -> subscribe(tries + 1));
            }
            return;
        }
        lock.lock();
        try {
            subscription = made;
        } finally {
            lock.unlock();
        }
        if (isClosed()) {
            made.close();
        }
    }

    private void pollLater(Duration interval) {
        lock.lock();
        try {
            if (!closed) {
                safety = hub.platform().after(interval, "a2 feed polls", () -> {
                    catchUp();
                    pollLater(interval);
                });
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    void close() {
        Subscription listening;
        lock.lock();
        try {
            closed = true;
            listening = subscription;
            if (safety != null) {
                safety.cancel();
            }
        } finally {
            lock.unlock();
        }
        if (listening != null) {
            listening.close();
        }
    }

    @Override
    public void onGap() {
        catchUp();
    }

    @Override
    public void onWakeup(Wakeup wakeup) {
        Set<FeedCursor> fed = new LinkedHashSet<>();
        boolean more;
        lock.lock();
        try {
            boolean whole = tail != UNKNOWN && handOut(wakeup.events(), fed);
            more = !whole || wakeup.frontier() > tail;
        } finally {
            lock.unlock();
        }
        fed.forEach(FeedCursor::signal);
        if (more) {
            catchUp();
        }
    }

    /** The log is another one now: whoever reads the old one is told, and nobody is handed a mixture. */
    void lost(HistoryLostException loss) {
        List<FeedCursor> all;
        lock.lock();
        try {
            tail = UNKNOWN;
            histories++;
            cursors.forEach(cursor -> cursor.fail(loss));
            all = List.copyOf(cursors);
        } finally {
            lock.unlock();
        }
        all.forEach(FeedCursor::signal);
        catchUp();
    }

    // ---- catching up

    /** Reads what the tail misses, now or once more after the read in progress. */
    private void catchUp() {
        lock.lock();
        try {
            if (reading || closed) {
                again = true;
                return;
            }
            reading = true;
        } finally {
            lock.unlock();
        }
        hub.platform().startUrgent("a2 feed reads " + sessionId, this::read);
    }

    private void read() {
        do {
            try {
                while (readOnce()) {
                    // There is another page.
                }
            } catch (RuntimeException e) {
                hub.failed(sessionId, e);
                readLater();
                return;
            }
        } while (!isRead());
    }

    /** Whether nothing came up while reading. */
    private boolean isRead() {
        lock.lock();
        try {
            failures = 0;
            reading = again && !closed;
            again = false;
            return !reading;
        } finally {
            lock.unlock();
        }
    }

    private void readLater() {
        lock.lock();
        try {
            failures++;
            if (!closed) {
                hub.platform().after(backoff.after(failures), "a2 feed reads again", this::read);
            }
        } finally {
            lock.unlock();
        }
    }

    /** One read; whether there is more to read. */
    private boolean readOnce() {
        long from;
        int history;
        boolean live;
        lock.lock();
        try {
            from = tail;
            history = histories;
            live = cursors.stream().anyMatch(FeedCursor::isLive);
        } finally {
            lock.unlock();
        }
        if (!live) {
            SessionBounds bounds = store.bounds(sessionId);
            reach(bounds.frontier(), history);
            return false;
        }
        List<Event> page = store.readFeedPage(sessionId, from);
        Set<FeedCursor> fed = new LinkedHashSet<>();
        boolean whole;
        lock.lock();
        try {
            if (history != histories) {
                return false;
            }
            whole = handOut(page, fed);
        } finally {
            lock.unlock();
        }
        fed.forEach(FeedCursor::signal);
        if (!whole) {
            throw new IllegalStateException("the page after index " + from + " of session " + sessionId
                    + " begins at index " + page.get(0).index());
        }
        return page.size() == EventLog.FEED_PAGE;
    }

    /** The log reaches to there: whoever has not got so far is behind. */
    private void reach(long frontier, int history) {
        List<FeedCursor> all;
        lock.lock();
        try {
            if (history != histories) {
                return;
            }
            tail = Math.max(tail, frontier);
            cursors.forEach(cursor -> cursor.fallBehind(tail));
            all = List.copyOf(cursors);
        } finally {
            lock.unlock();
        }
        all.forEach(FeedCursor::signal);
    }

    /** Gives live cursors what continues the tail; false if an event is missing before it. Under the lock. */
    private boolean handOut(List<Event> events, Set<FeedCursor> fed) {
        for (Event event : events) {
            if (event.index() <= tail) {
                continue;
            }
            if (event.index() != tail + 1 && !isMarker(event)) {
                return false;
            }
            tail = event.index();
            for (FeedCursor cursor : cursors) {
                if (cursor.offer(event)) {
                    fed.add(cursor);
                }
            }
        }
        return true;
    }

    /** A marker may follow any index: what lies between is gone. */
    static boolean isMarker(Event event) {
        return event.type().equals(Reserved.CLEAR_TYPE);
    }

    // ---- for cursors that are behind

    /** Whether a cursor at this index has caught up. Under the lock. */
    boolean isCaughtUp(long position) {
        return tail != UNKNOWN && position >= tail;
    }

    List<Event> page(long afterIndex) {
        return store.readFeedPage(sessionId, afterIndex);
    }

    void failed(FeedCursor cursor, int tries, Throwable error) {
        hub.failed(sessionId, error);
        hub.platform().after(backoff.after(tries), "a2 feed reads again", cursor::signal);
    }

    void leftBy(FeedCursor cursor) {
        hub.leave(this, cursor);
    }
}
