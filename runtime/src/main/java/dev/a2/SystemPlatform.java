package dev.a2;

import dev.a2.store.IdSource;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The machine itself: the system's clocks, virtual threads, ids that grow with time. The only class of the runtime that may read a
 * clock, start a thread or draw by chance.
 *
 * <p>User code runs on virtual threads. Urgent tasks run on platform threads, because handlers that compute without blocking
 * can occupy every carrier of the virtual ones; neither a renewal nor whoever holds a lock that it needs must wait for them
 * (RT-4). One thread watches the timers and only hands them off. All threads are daemons and end when there is nothing to
 * do for a while.
 */
public final class SystemPlatform implements Platform {
    private static final SystemPlatform SHARED = new SystemPlatform();
    private static final long IDLE_SECONDS = 10;

    private final InstantSource clock = Clock.systemUTC();
    private final IdSource ids = IdSource.timeOrdered(clock);
    private final ScheduledThreadPoolExecutor watch;
    private final ExecutorService urgent;

    private SystemPlatform() {
        watch = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("a2-timer-watch").factory());
        watch.setRemoveOnCancelPolicy(true);
        watch.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        watch.allowCoreThreadTimeOut(true);
        urgent = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                Thread.ofPlatform().daemon().name("a2-urgent-", 0).factory());
    }

    /** The one of this process. */
    public static SystemPlatform shared() {
        return SHARED;
    }

    @Override
    public InstantSource clock() {
        return clock;
    }

    @Override
    public IdSource ids() {
        return ids;
    }

    @Override
    public double random() {
        return ThreadLocalRandom.current().nextDouble();
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Task start(String name, Runnable body) {
        return Thread.ofVirtual().name(name).start(body)::interrupt;
    }

    @Override
    public void startUrgent(String name, Runnable body) {
        try {
            urgent.execute(body);
        } catch (OutOfMemoryError noMoreThreads) {
            start(name, body);
        }
    }

    @Override
    public Timer after(Duration delay, String name, Runnable body) {
        ScheduledFuture<?> due = watch.schedule(() -> startUrgent(name, body), delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> due.cancel(false);
    }

    @Override
    public Gate newGate() {
        return new SemaphoreGate();
    }

    /** Has something done when the process is told to end, before it ends. */
    static ExitHook atExit(String name, Runnable body) {
        Thread thread = Thread.ofPlatform().name(name).unstarted(body);
        try {
            Runtime.getRuntime().addShutdownHook(thread);
            return new ExitHook(thread, false);
        } catch (IllegalStateException e) {
            return new ExitHook(thread, true);
        }
    }

    /**
     * What is done at the end of the process.
     *
     * @param isTooLate the process was ending already
     */
    record ExitHook(Thread thread, boolean isTooLate) {
        void remove() {
            try {
                Runtime.getRuntime().removeShutdownHook(thread);
            } catch (IllegalStateException e) {
                // The process is ending.
            }
        }
    }

    /** A gate whose being open is a permit. */
    private static final class SemaphoreGate implements Gate {
        private final Semaphore permits = new Semaphore(0);

        @Override
        public void open() {
            // Nobody may wait for a very long time, and permits must not pile up meanwhile.
            if (permits.availablePermits() == 0) {
                permits.release();
            }
        }

        @Override
        public boolean await(Duration limit) throws InterruptedException {
            boolean opened = permits.tryAcquire(limit.toNanos(), TimeUnit.NANOSECONDS);
            permits.drainPermits();
            return opened;
        }
    }
}
