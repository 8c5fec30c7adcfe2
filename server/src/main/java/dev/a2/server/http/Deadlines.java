package dev.a2.server.http;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Interrupts threads that take too long. One watching thread for all of them. */
public final class Deadlines implements AutoCloseable {
    private final ScheduledThreadPoolExecutor watch = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("a2-deadlines").factory());

    /** Nobody is watched yet. */
    public Deadlines() {
        watch.setRemoveOnCancelPolicy(true);
    }

    /** Interrupts this thread after a while, unless the deadline is closed before. */
    public Deadline interruptAfter(Duration limit) {
        Deadline deadline = new Deadline(Thread.currentThread());
        deadline.due = watch.schedule(deadline::pass, limit.toMillis(), TimeUnit.MILLISECONDS);
        return deadline;
    }

    @Override
    public void close() {
        watch.shutdownNow();
    }

    /** What one thread must be done by. */
    public static final class Deadline implements AutoCloseable {
        private final Thread thread;
        private @org.jspecify.annotations.Nullable Future<?> due;
        private boolean passed;
        private boolean closed;

        private Deadline(Thread thread) {
            this.thread = thread;
        }

        private synchronized void pass() {
            if (!closed) {
                passed = true;
                thread.interrupt();
            }
        }

        /** The thread is done; an interrupt that came from here is taken back. */
        @Override
        public void close() {
            synchronized (this) {
                closed = true;
                if (passed) {
                    var unused = Thread.interrupted();
                }
            }
            if (due != null) {
                due.cancel(false);
            }
        }
    }
}
