package dev.a2.server.work;

import dev.a2.LogCursors;
import dev.a2.Platform;
import dev.a2.server.engine.Engine;
import dev.a2.server.engine.RemoteConsumers;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionPage;
import dev.a2.store.SessionStore;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Goes through all sessions, slowly, when workers begin to serve a log consumer and then now and then, and wakes its cursors: who
 * appends elsewhere does not know of it (CUR-2). A page of sessions at a time, with pauses; it rests when no worker asks.
 */
final class LogSweep {
    private static final System.Logger LOG = System.getLogger(LogSweep.class.getName());
    private static final int PAGE = 50;
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Duration INTERVAL = Duration.ofMinutes(10);
    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(5);

    private final SessionStore store;
    private final Platform platform;
    private final RemoteConsumers remote;
    private final Lines lines;
    private final ReentrantLock lock = new ReentrantLock();
    private Platform.@Nullable Timer timer;
    private boolean sweeping;
    private boolean again;
    private boolean closed;

    LogSweep(Engine engine, Lines lines) {
        this.store = engine.store();
        this.platform = engine.platform();
        this.remote = engine.remote();
        this.lines = lines;
    }

    /** A log consumer came, or changed. */
    void start() {
        lock.lock();
        try {
            again = sweeping;
            if (sweeping) {
                return;
            }
            sweeping = true;
        } finally {
            lock.unlock();
        }
        after(Duration.ZERO, () -> sweep(null, 0));
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

    private void after(Duration delay, Runnable next) {
        lock.lock();
        try {
            if (timer != null) {
                timer.cancel();
            }
            timer = closed ? null : platform.after(delay, "a2 sweep for workers", next);
        } finally {
            lock.unlock();
        }
    }

    private void sweep(@Nullable String from, int failures) {
        SessionPage page;
        try {
            page = store.sessions(from, PAGE);
            page.sessions().forEach(this::visit);
        } catch (Throwable e) {
            LOG.log(System.Logger.Level.DEBUG, "waking log consumers failed and will be repeated", e);
            long millis = Math.min(LONGEST_BACKOFF.toMillis(), 50L << Math.min(10, failures));
            after(Duration.ofMillis(millis), () -> sweep(from, failures + 1));
            return;
        }
        if (page.next() != null) {
            after(PAUSE, () -> sweep(page.next(), 0));
        } else {
            finish();
        }
    }

    private void finish() {
        remote.forget();
        boolean more;
        lock.lock();
        try {
            more = again;
            again = false;
            sweeping = false;
        } finally {
            lock.unlock();
        }
        if (more) {
            start();
        } else if (!remote.logs().isEmpty()) {
            after(INTERVAL, this::start);
        }
    }

    private void visit(SessionBounds session) {
        String id = session.sessionId();
        LogCursors.wake(store, id, remote.logs(), consumer -> lines.hint(id, Set.of(consumer)));
    }
}
