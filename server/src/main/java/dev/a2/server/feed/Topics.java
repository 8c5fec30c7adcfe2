package dev.a2.server.feed;

import dev.a2.server.wire.PresenceJson;
import dev.a2.server.wire.StateJson;
import dev.a2.store.PresenceEntry;
import dev.a2.store.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What rides along with a session's events: values of which only the latest counts. Each is looked up once for all
 * subscribers, at most every {@link #PACE}.
 */
final class Topics {
    private static final System.Logger LOG = System.getLogger(Topics.class.getName());
    private static final Duration PACE = Duration.ofMillis(100);

    /** Hints may get lost; then a look now and then finds what they told of. */
    private static final Duration LOOK = Duration.ofSeconds(10);

    private final Feeds feeds;
    private final String sessionId;
    private final Runnable news;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Topic> states = new LinkedHashMap<>();
    private @Nullable PresenceTopic presence;
    private volatile boolean closed;

    Topics(Feeds feeds, String sessionId, Runnable news) {
        this.feeds = feeds;
        this.sessionId = sessionId;
        this.news = news;
    }

    /** Who is there. */
    Topic presence() {
        lock.lock();
        try {
            if (presence == null) {
                presence = new PresenceTopic();
                presence.begin();
            }
            return presence;
        } finally {
            lock.unlock();
        }
    }

    /** A reducer's state. */
    Topic state(String reducer) {
        lock.lock();
        try {
            Topic known = states.get(reducer);
            if (known == null) {
                known = new StateTopic(reducer);
                states.put(reducer, known);
                known.changed();
            }
            return known;
        } finally {
            lock.unlock();
        }
    }

    void logGrew() {
        lock.lock();
        try {
            states.values().forEach(Topic::changed);
        } finally {
            lock.unlock();
        }
    }

    void presenceChanged() {
        Topic topic;
        lock.lock();
        try {
            topic = presence;
        } finally {
            lock.unlock();
        }
        if (topic != null) {
            topic.changed();
        }
    }

    void close() {
        closed = true;
        lock.lock();
        try {
            if (presence != null) {
                presence.end();
            }
        } finally {
            lock.unlock();
        }
    }

    /** A value of which only the latest counts. */
    abstract class Topic {
        private final AtomicBoolean due = new AtomicBoolean();
        private volatile @Nullable Frame latest;

        /** Has the value looked up soon. */
        final void changed() {
            if (!closed && due.compareAndSet(false, true)) {
                var unused = feeds.later(latest == null ? Duration.ZERO : PACE, this::refresh);
            }
        }

        private void refresh() {
            due.set(false);
            try {
                Frame found = look();
                if (found != null) {
                    latest = found;
                    news.run();
                }
            } catch (RuntimeException e) {
                LOG.log(System.Logger.Level.WARNING, "feeding session " + sessionId + " what rides along", e);
                var unused = feeds.later(LOOK, this::changed);
            }
        }

        /** The value now; null if nothing changed. */
        abstract @Nullable Frame look();

        /** One that has read nothing yet. */
        final Reader reader() {
            return new Reader(this);
        }
    }

    /** What one subscriber has of a topic. */
    static final class Reader {
        private final Topic topic;
        private @Nullable Frame seen;

        private Reader(Topic topic) {
            this.topic = topic;
        }

        /** The latest value, if it is new and not ahead of the events (null otherwise). */
        @Nullable Frame news(long position) {
            Frame latest = topic.latest;
            if (latest == null || latest.equals(seen) || latest.index() > position) {
                return null;
            }
            seen = latest;
            return latest;
        }
    }

    private final class StateTopic extends Topic {
        private final String reducer;
        private long index = -1;

        StateTopic(String reducer) {
            this.reducer = reducer;
        }

        @Override
        @Nullable Frame look() {
            StateJson state = feeds.engine().state(sessionId, reducer, null);
            if (state.index() == index) {
                return null;
            }
            index = state.index();
            return Frame.named("state", index, state.json());
        }
    }

    private final class PresenceTopic extends Topic {
        private @Nullable List<PresenceEntry> known;
        private volatile @Nullable Subscription patches;
        private @Nullable Future<?> nextLook;

        void begin() {
            changed();
            var unused = feeds.later(Duration.ZERO, this::subscribe);
        }

        private void subscribe() {
            Subscription made = feeds.engine().store().subscribePresence(sessionId, patch -> changed());
            patches = made;
            if (closed) {
                made.close();
            }
        }

        void end() {
            Subscription open = patches;
            if (open != null) {
                open.close();
            }
        }

        @Override
        @Nullable Frame look() {
            List<PresenceEntry> entries = feeds.engine().store().readPresence(sessionId);
            Instant now = feeds.engine().now();
            if (nextLook != null) {
                nextLook.cancel(false);
            }
            nextLook = feeds.later(untilNextExpiry(entries, now), this::changed);
            if (entries.equals(known)) {
                return null;
            }
            known = entries;
            return Frame.named("presence", 0, PresenceJson.entries(entries, now));
        }

        private Duration untilNextExpiry(List<PresenceEntry> entries, Instant now) {
            Duration next = LOOK;
            for (PresenceEntry entry : entries) {
                Duration left = Duration.between(now, entry.expiresAt());
                next = left.compareTo(next) < 0 ? left : next;
            }
            return next.compareTo(PACE) < 0 ? PACE : next;
        }
    }
}
