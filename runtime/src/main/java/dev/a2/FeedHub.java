package dev.a2;

import dev.a2.store.Loss;
import dev.a2.store.SessionStore;
import dev.a2.store.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** The live feeds of a process: one channel per session, shared by all of its cursors (FEED-3). */
final class FeedHub {
    private final SessionStore store;
    private final Platform platform;
    private final Observer observer;
    private final Duration safetyPoll;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, FeedChannel> channels = new LinkedHashMap<>();
    private final Subscription losses;
    private boolean closed;

    FeedHub(SessionStore store, Platform platform, Observer observer, Duration safetyPoll) {
        this.store = store;
        this.platform = platform;
        this.observer = observer;
        this.safetyPoll = safetyPoll;
        this.losses = store.subscribeLosses(this::lost);
    }

    private void lost(Loss loss) {
        FeedChannel channel;
        lock.lock();
        try {
            channel = channels.get(loss.sessionId());
        } finally {
            lock.unlock();
        }
        if (channel != null) {
            channel.lost(new HistoryLostException(loss));
        }
    }

    Platform platform() {
        return platform;
    }

    /**
     * A cursor behind an index.
     *
     * @param signal runs when there may be something to take, or the cursor was closed; it must return soon
     */
    FeedCursor open(String sessionId, long afterIndex, Runnable signal) {
        FeedChannel channel;
        FeedCursor cursor;
        boolean fresh;
        boolean late;
        lock.lock();
        try {
            late = closed;
            FeedChannel known = channels.get(sessionId);
            fresh = known == null && !late;
            channel = known == null ? new FeedChannel(this, store, sessionId) : known;
            cursor = new FeedCursor(channel, afterIndex, signal);
            channel.join(cursor);
            if (fresh) {
                channels.put(sessionId, channel);
            }
        } finally {
            lock.unlock();
        }
        if (fresh) {
            channel.open(safetyPoll);
        }
        if (late) {
            cursor.close();
        }
        return cursor;
    }

    /** The last cursor to leave takes the channel with it. */
    void leave(FeedChannel channel, FeedCursor cursor) {
        boolean last;
        lock.lock();
        try {
            last = channel.leave(cursor) && channels.remove(channel.sessionId(), channel);
        } finally {
            lock.unlock();
        }
        if (last) {
            channel.close();
        }
    }

    void failed(String sessionId, Throwable error) {
        observer.storeFailed("feeding session " + sessionId, error);
    }

    /** How many sessions are listened to. */
    int size() {
        lock.lock();
        try {
            return channels.size();
        } finally {
            lock.unlock();
        }
    }

    /** Ends all cursors. */
    void close() {
        List<FeedChannel> all;
        lock.lock();
        try {
            closed = true;
            all = new ArrayList<>(channels.values());
        } finally {
            lock.unlock();
        }
        losses.close();
        all.forEach(channel -> channel.cursors().forEach(FeedCursor::close));
    }
}
