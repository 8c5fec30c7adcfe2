package dev.a2;

import dev.a2.store.IdSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A platform for tests, whose time stands still and whose tasks wait until somebody runs them, on the calling thread, one
 * after the other and always in the same order: that of their starts, or a shuffled one that a seed decides.
 *
 * <p>Waiting at a {@link Gate} runs what is due meanwhile, and moves the time on when nothing is. So a call that waits,
 * such as {@link Session#settle}, comes back, unless what it waits for never happens: then it comes back at its limit, at
 * once by the wall clock. Other threads may start tasks; only one may run them.
 */
public final class ManualPlatform implements Platform {
    private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

    private final ReentrantLock lock = new ReentrantLock();
    private final List<ManualTask> ready = new ArrayList<>();
    private final PriorityQueue<ManualTimer> timers =
            new PriorityQueue<>(Comparator.comparingLong(ManualTimer::dueNanos).thenComparingLong(ManualTimer::number));
    private final SplittableRandom random;
    private final Instant start;
    private final boolean shuffled;
    private volatile long nanos;
    private long ids;
    private long timerNumber;

    /** A platform whose time begins at the start of 2026, with a fixed seed. */
    public ManualPlatform() {
        this(BEGINNING, 1);
    }

    /**
     * A platform.
     *
     * @param seed for {@link #random}
     */
    public ManualPlatform(Instant start, long seed) {
        this(start, seed, false);
    }

    private ManualPlatform(Instant start, long seed, boolean shuffled) {
        this.start = start;
        this.random = new SplittableRandom(seed);
        this.shuffled = shuffled;
    }

    /** A platform that runs what is due in an order of chance, which the seed decides. */
    public static ManualPlatform shuffled(long seed) {
        return new ManualPlatform(BEGINNING, seed, true);
    }

    /** Runs everything that is due, and what follows from it, without moving the time; how many tasks ran. */
    public int drain() {
        int ran = 0;
        while (runOne(nanos)) {
            ran++;
        }
        return ran;
    }

    /** Moves the time on, and runs everything that becomes due on the way at its time; how many tasks ran. */
    public int advance(Duration time) {
        long until = Math.addExact(nanos, time.toNanos());
        int ran = 0;
        while (runOne(until)) {
            ran++;
        }
        nanos = until;
        return ran;
    }

    /** Runs the next task that is due by then, moving the time to it. */
    private boolean runOne(long untilNanos) {
        Runnable next = next(untilNanos);
        if (next == null) {
            return false;
        }
        next.run();
        return true;
    }

    private @Nullable Runnable next(long untilNanos) {
        lock.lock();
        try {
            if (!ready.isEmpty()) {
                return ready.remove(shuffled ? random.nextInt(ready.size()) : 0);
            }
            ManualTimer timer = timers.peek();
            if (timer == null || timer.dueNanos() > untilNanos) {
                return null;
            }
            timers.remove();
            nanos = Math.max(nanos, timer.dueNanos());
            return timer.body();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public InstantSource clock() {
        return () -> start.plusNanos(nanos);
    }

    @Override
    public IdSource ids() {
        return () -> {
            lock.lock();
            try {
                return "id-" + ++ids;
            } finally {
                lock.unlock();
            }
        };
    }

    @Override
    public double random() {
        return random.nextDouble();
    }

    @Override
    public long nanoTime() {
        return nanos;
    }

    @Override
    public Task start(String name, Runnable body) {
        ManualTask task = new ManualTask(body);
        lock.lock();
        try {
            ready.add(task);
        } finally {
            lock.unlock();
        }
        return task;
    }

    @Override
    public void startUrgent(String name, Runnable body) {
        start(name, body);
    }

    @Override
    public Timer after(Duration delay, String name, Runnable body) {
        lock.lock();
        try {
            ManualTimer timer = new ManualTimer(Math.addExact(nanos, delay.toNanos()), timerNumber++, body);
            timers.add(timer);
            return () -> cancel(timer);
        } finally {
            lock.unlock();
        }
    }

    private void cancel(ManualTimer timer) {
        lock.lock();
        try {
            timers.remove(timer);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Gate newGate() {
        return new ManualGate();
    }

    private record ManualTimer(long dueNanos, long number, Runnable body) {}

    /** A task, and the thread that runs it while it does. */
    private static final class ManualTask implements Task, Runnable {
        private final Runnable body;
        private @Nullable Thread thread;

        ManualTask(Runnable body) {
            this.body = body;
        }

        @Override
        public void run() {
            thread = Thread.currentThread();
            try {
                body.run();
            } finally {
                thread = null;
                // The next task on this thread is somebody else's.
                Thread.interrupted();
            }
        }

        @Override
        public void interrupt() {
            Thread running = thread;
            if (running != null) {
                running.interrupt();
            }
        }
    }

    private final class ManualGate implements Gate {
        private volatile boolean open;

        @Override
        public void open() {
            open = true;
        }

        @Override
        public boolean await(Duration limit) throws InterruptedException {
            long until = Math.addExact(nanos, limit.toNanos());
            while (!open) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                if (!runOne(until)) {
                    nanos = Math.max(nanos, until);
                    return false;
                }
            }
            open = false;
            return true;
        }
    }
}
