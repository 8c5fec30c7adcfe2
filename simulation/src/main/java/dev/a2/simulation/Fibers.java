package dev.a2.simulation;

import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One virtual clock, and tasks of which exactly one runs at any time: the others have no turn. A task gives up its turn
 * only where it waits, in {@link #sleep} and {@link #park}; what is due next gets it, and among those due at once an
 * {@link Order} decides.
 */
final class Fibers implements AutoCloseable {
    private static final Duration STUCK = Duration.ofSeconds(30);

    /** Unwinds a fiber when all is over. */
    private static final class Over extends Error {
        private static final long serialVersionUID = 1;

        Over() {
            super("the simulation is over", null, false, false);
        }
    }

    private record Alarm(long dueNanos, long tie, long number, Fiber fiber, long waiting) {}

    private final PriorityQueue<Alarm> alarms = new PriorityQueue<>(Comparator.comparingLong(Alarm::dueNanos)
            .thenComparingLong(Alarm::tie)
            .thenComparingLong(Alarm::number));
    private final Set<Fiber> alive = new LinkedHashSet<>();
    /** Given back when a fiber waits or ends. */
    private final Semaphore kernel = new Semaphore(0);

    private final Order order;
    private long nowNanos;
    private long number;
    private boolean over;
    private @Nullable Fiber current;
    private @Nullable Throwable failure;

    Fibers(Order order) {
        this.order = order;
    }

    long nowNanos() {
        return nowNanos;
    }

    /** What a task threw first. */
    @Nullable Throwable failure() {
        return failure;
    }

    /** Starts a task after a delay; it never starts if its life ends before. */
    Fiber start(Life life, String name, Duration delay, Runnable body) {
        Fiber fiber = new Fiber(life, name, body);
        fiber.priority = order.priority();
        if (!over && !life.isOver()) {
            alive.add(fiber);
            wake(fiber, nowNanos + Math.max(0, delay.toNanos()));
        }
        return fiber;
    }

    /** Keeps a task from starting, if it has not yet. */
    void cancel(Fiber fiber) {
        if (fiber.thread == null) {
            fiber.waiting++;
            alive.remove(fiber);
        }
    }

    private void wake(Fiber fiber, long dueNanos) {
        alarms.add(new Alarm(dueNanos, order.tie(fiber, number), number++, fiber, fiber.waiting));
    }

    /** Runs whatever is due within this time, and what follows from it; stops at a failure. */
    void advance(Duration time) {
        long until = Math.addExact(nowNanos, time.toNanos());
        while (failure == null) {
            Alarm next = alarms.peek();
            if (next == null || next.dueNanos() > until) {
                nowNanos = Math.max(nowNanos, until);
                return;
            }
            alarms.remove();
            take(next);
        }
    }

    private void take(Alarm alarm) {
        Fiber fiber = alarm.fiber();
        if (fiber.done || fiber.waiting != alarm.waiting()) {
            return;
        }
        if (fiber.life.isOver()) {
            return;
        }
        nowNanos = Math.max(nowNanos, alarm.dueNanos());
        if (fiber.life.pausedUntilNanos() > nowNanos) {
            wake(fiber, fiber.life.pausedUntilNanos());
            return;
        }
        run(fiber);
    }

    private void run(Fiber fiber) {
        fiber.waiting++;
        current = fiber;
        if (fiber.thread == null) {
            Thread thread = Thread.ofVirtual().name(fiber.toString()).unstarted(() -> live(fiber));
            fiber.thread = thread;
            thread.start();
        } else {
            fiber.turn.release();
        }
        if (!acquire(kernel)) {
            Thread thread = fiber.thread;
            throw new IllegalStateException(fiber + " waits for something outside the simulation:\n"
                    + (thread == null
                            ? ""
                            : Arrays.stream(thread.getStackTrace())
                                    .map(frame -> "\tat " + frame)
                                    .collect(Collectors.joining("\n"))));
        }
        current = null;
    }

    private static boolean acquire(Semaphore semaphore) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return semaphore.tryAcquire(STUCK.toMillis(), TimeUnit.MILLISECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void live(Fiber fiber) {
        try {
            fiber.body.run();
        } catch (Over e) {
            // As planned.
        } catch (Throwable e) {
            fail(e);
        } finally {
            fiber.done = true;
            alive.remove(fiber);
            kernel.release();
        }
    }

    /** Ends the run. */
    void fail(Throwable error) {
        if (failure == null && !over) {
            failure = error;
        }
    }

    /** Gives others their turn for a time; an interrupt does not shorten it. From within a task. */
    void sleep(Duration time) {
        Fiber fiber = mine();
        fiber.interruptible = false;
        wake(fiber, nowNanos + Math.max(0, time.toNanos()));
        await(fiber);
    }

    /** Sleeps as a handler does: an interrupt ends it. From within a task. */
    void nap(Duration time) throws InterruptedException {
        park(time);
    }

    /** Waits until somebody unparks the task, for a time at most; whether somebody did. From within a task. */
    boolean park(Duration limit) throws InterruptedException {
        Fiber fiber = mine();
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        fiber.unparked = false;
        fiber.interruptible = true;
        wake(fiber, Math.addExact(nowNanos, Math.max(0, limit.toNanos())));
        await(fiber);
        fiber.interruptible = false;
        if (!fiber.unparked && Thread.interrupted()) {
            throw new InterruptedException();
        }
        return fiber.unparked;
    }

    void unpark(Fiber fiber) {
        fiber.unparked = true;
        wake(fiber, nowNanos);
    }

    void interrupt(Fiber fiber) {
        Thread thread = fiber.thread;
        if (thread != null && !fiber.done) {
            thread.interrupt();
            if (fiber.interruptible) {
                wake(fiber, nowNanos);
            }
        }
    }

    /** The task that has the turn. */
    Fiber mine() {
        Fiber fiber = current;
        if (fiber == null || fiber.thread != Thread.currentThread()) {
            throw new IllegalStateException(Thread.currentThread() + " waits in the simulation and is no task of it");
        }
        return fiber;
    }

    private void await(Fiber fiber) {
        if (over) {
            throw new Over();
        }
        kernel.release();
        fiber.turn.acquireUninterruptibly();
        if (over) {
            throw new Over();
        }
    }

    /** Unwinds every task that still waits. */
    @Override
    public void close() {
        over = true;
        alarms.clear();
        for (Fiber fiber : alive.toArray(Fiber[]::new)) {
            if (fiber.thread != null) {
                run(fiber);
            }
        }
    }
}
