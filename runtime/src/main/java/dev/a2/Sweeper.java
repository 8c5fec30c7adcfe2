package dev.a2;

import dev.a2.store.ServedConsumer;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionPage;
import dev.a2.store.SessionStore;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Goes through all sessions, slowly, at the start and then now and then, for what no index leads to.
 *
 * <p>A deployment that does not serve a log consumer appends without waking it. So each session's cursors of log consumers
 * that back-fill, or that exist, are brought up to date (CUR-2). And what a clear left to delete, when the process that
 * cleared died, is deleted (CLR-6). The cost is a call per session and back-filling consumer, one more per session if there
 * are other log consumers, and one per session that was ever cleared; a page of sessions at a time, with pauses.
 */
final class Sweeper {
    private static final int PAGE = 50;
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final Dispatcher dispatcher;
    private final SessionStore store;
    private final Platform platform;
    private final List<ServedConsumer> logs;
    private final Reclaimer reclaimer;
    private final Duration interval;
    private final Backoff backoff;
    private final BriefLock lock = new BriefLock();
    private Platform.@Nullable Timer timer;
    private boolean closed;

    Sweeper(Dispatcher dispatcher, List<ServedConsumer> logs, Reclaimer reclaimer, Duration interval) {
        this.dispatcher = dispatcher;
        this.store = dispatcher.store();
        this.platform = dispatcher.platform();
        this.logs = logs;
        this.reclaimer = reclaimer;
        this.interval = interval;
        this.backoff = Backoff.background(platform);
    }

    void start() {
        after(Duration.ZERO, null, 0);
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

    private void after(Duration delay, @Nullable String from, int failures) {
        lock.lock();
        try {
            if (!closed) {
                timer = platform.after(delay, "a2 sweep", () -> sweep(from, failures));
            }
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
            dispatcher.observer().storeFailed("sweeping", e);
            after(backoff.after(failures + 1), from, failures + 1);
            return;
        }
        after(page.next() == null ? interval : PAUSE, page.next(), 0);
    }

    private void visit(SessionBounds session) {
        String id = session.sessionId();
        LogCursors.wake(store, id, logs, consumer -> dispatcher.hint(id, List.of(consumer)));
        if (session.clearIndex() > 0) {
            reclaimer.start(id);
        }
    }
}
