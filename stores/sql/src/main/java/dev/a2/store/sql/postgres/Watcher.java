package dev.a2.store.sql.postgres;

import dev.a2.store.ErrorCode;
import dev.a2.store.StoreException;
import dev.a2.store.kernel.Signals;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what other stores did. Listens where notices arrive, which it tests first: a pooler between us and the server
 * may swallow them. Where they do not, it asks from time to time; so it does, more rarely, where they do.
 */
final class Watcher implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Watcher.class.getName());

    /** How often a link that listens is tested, and everything looked through, in case a notice got lost. */
    private static final Duration HEARTBEAT = Duration.ofSeconds(10);

    /** How long to ask instead before trying to listen again. */
    private static final Duration LISTEN_AGAIN = Duration.ofSeconds(60);

    /** How long one wait for notices lasts. */
    private static final Duration SLICE = Duration.ofMillis(500);

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Database database;
    private final Signals signals;
    private final Notice.Names names;
    private final Duration pollInterval;
    private final News news;
    private final Thread thread;
    private volatile boolean closed;
    private volatile @Nullable NoticeLink listening;

    // Used by the thread alone.
    private boolean warned;
    private boolean failing;

    /** A watcher that begins to watch. */
    Watcher(Database database, Signals signals, Notice.Names names, Duration pollInterval) {
        this.database = database;
        this.signals = signals;
        this.names = names;
        this.pollInterval = pollInterval;
        this.news = new News(database, signals, names.origin());
        this.thread = Thread.ofPlatform().name("a2-postgres-watch").daemon().start(this::watch);
    }

    /** Listeners here heard already that a log reaches so far. */
    void told(String sessionId, long frontier) {
        news.told(sessionId, frontier);
    }

    private void watch() {
        while (!closed) {
            try {
                if (!listen()) {
                    warnOnce();
                    pollFor(LISTEN_AGAIN);
                }
            } catch (StoreException e) {
                if (!closed) {
                    LOG.log(failing ? Level.DEBUG : Level.WARNING, "could not watch what others do; trying again", e);
                    failing = true;
                    signals.missed();
                    LockSupport.parkNanos(this, PAUSE.toNanos());
                }
            }
        }
    }

    private void warnOnce() {
        if (!warned && !closed) {
            warned = true;
            LOG.log(
                    Level.WARNING,
                    "notifications do not arrive, as behind a pooler that shares connections by transaction: asking every "
                            + pollInterval.toMillis() + " ms instead");
        }
    }

    /** Listens until the store is closed; false if notices do not arrive, or do not any more. */
    private boolean listen() {
        try (NoticeLink link = NoticeLink.open(database, names)) {
            listening = link;
            if (!arrive(link)) {
                return closed;
            }
            failing = false;
            news.look();
            signals.missed();
            long nextBeat = System.nanoTime() + HEARTBEAT.toNanos();
            while (!closed) {
                hear(link);
                if (System.nanoTime() - nextBeat >= 0) {
                    if (!link.hasHeardItself()) {
                        return false;
                    }
                    link.beat();
                    news.look();
                    nextBeat = System.nanoTime() + HEARTBEAT.toNanos();
                }
            }
            return true;
        }
    }

    /** Not if this server lets us send none: then there are none of others' either. */
    private static boolean arrive(NoticeLink link) {
        try {
            return link.hearsOthers();
        } catch (StoreException e) {
            if (e.code() == ErrorCode.STORE_UNAVAILABLE) {
                throw e;
            }
            LOG.log(Level.DEBUG, "a notification could not be sent", e);
            return false;
        }
    }

    private void hear(NoticeLink link) {
        List<Notice> notices = link.hear(SLICE);
        if (!notices.isEmpty()) {
            notices.forEach(news::take);
            news.tell();
        }
    }

    private void pollFor(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (!closed && System.nanoTime() - end < 0) {
            news.look();
            LockSupport.parkNanos(this, pollInterval.toNanos());
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        NoticeLink link = listening;
        if (link != null) {
            link.cut();
        }
        try {
            thread.join(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
