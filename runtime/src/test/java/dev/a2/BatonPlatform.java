package dev.a2;

import dev.a2.store.IdSource;
import dev.a2.store.SessionStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A platform whose tasks have threads of their own, of which one runs at a time: whoever holds the baton. It is passed on
 * around every call to a {@link #interleaved} store, where a seed decides who goes on. So calls are in flight while others
 * act, in an order that can be repeated. Since nothing calls the store under a lock, these are the places that matter.
 *
 * <p>Time stands still while anybody can go on. A call may also be slow: then it takes part of {@code slowest}.
 */
final class BatonPlatform implements Platform {
    private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");
    private static final long LIMIT_SECONDS = 30;

    private final SplittableRandom random;
    private final Duration slowest;
    private final Semaphore passedBack = new Semaphore(0);
    private final List<Runner> ready = new ArrayList<>();
    private final PriorityQueue<Alarm> alarms =
            new PriorityQueue<>(Comparator.comparingLong(Alarm::dueNanos).thenComparingLong(Alarm::number));
    /** Who has the baton; null: the test itself. */
    private @Nullable Runner running;

    private long nanos;
    private long ids;
    private long numbers;

    /** All state is touched by the holder of the baton only. */
    BatonPlatform(long seed, Duration slowest) {
        this.random = new SplittableRandom(seed);
        this.slowest = slowest;
    }

    private record Alarm(long dueNanos, long number, Runnable rings) {}

    // ---- for tests

    /** Lets everybody go on until nobody can without time passing. */
    void drain() {
        advanceTo(nanos);
    }

    /** Lets time pass. */
    void advance(Duration time) {
        advanceTo(nanos + time.toNanos());
    }

    private void advanceTo(long until) {
        while (oneGoesOn(until)) {
            // And the next one.
        }
        nanos = until;
    }

    /** Lets some go on for a while, and leaves them where they are. */
    void stir() {
        int steps = random.nextInt(12);
        for (int i = 0; i < steps && oneGoesOn(nanos); i++) {
            // And the next one.
        }
    }

    private boolean oneGoesOn(long until) {
        if (ready.isEmpty()) {
            Alarm first = alarms.peek();
            if (first == null || first.dueNanos() > until) {
                return false;
            }
            alarms.remove();
            nanos = Math.max(nanos, first.dueNanos());
            first.rings().run();
            return true;
        }
        ready.remove(random.nextInt(ready.size())).goOn();
        return true;
    }

    /** The store, with the baton passed on before and after each call. */
    SessionStore interleaved(SessionStore real) {
        return (SessionStore) Proxy.newProxyInstance(
                SessionStore.class.getClassLoader(), new Class<?>[] {SessionStore.class}, (proxy, method, args) -> {
                    passOn();
                    try {
                        return method.invoke(real, args);
                    } catch (InvocationTargetException e) {
                        throw Objects.requireNonNull(e.getCause());
                    } finally {
                        passOn();
                    }
                });
    }

    private void passOn() {
        Runner me = running;
        if (me == null) {
            return;
        }
        if (!slowest.isZero() && random.nextInt(20) == 0) {
            me.sleep(random.nextLong(slowest.toNanos()));
        } else {
            ready.add(me);
            me.rest();
        }
    }

    private Alarm alarm(long delayNanos, Runnable rings) {
        Alarm alarm = new Alarm(nanos + delayNanos, numbers++, rings);
        alarms.add(alarm);
        return alarm;
    }

    // ---- for the runtime

    @Override
    public InstantSource clock() {
        return () -> BEGINNING.plusNanos(nanos);
    }

    @Override
    public IdSource ids() {
        return () -> "id-" + ++ids;
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
        Runner runner = new Runner(name, body);
        ready.add(runner);
        return runner;
    }

    @Override
    public void startUrgent(String name, Runnable body) {
        ready.add(new Runner(name, body));
    }

    @Override
    public Timer after(Duration delay, String name, Runnable body) {
        Alarm alarm = alarm(delay.toNanos(), () -> ready.add(new Runner(name, body)));
        return () -> alarms.remove(alarm);
    }

    @Override
    public Gate newGate() {
        return new BatonGate();
    }

    /** A task and its thread, which rests until it is given the baton. */
    private final class Runner implements Task {
        private final Semaphore baton = new Semaphore(0);
        private final Thread thread;
        private boolean started;
        private @Nullable Throwable thrown;
        /** Where it waits, if an interrupt is to end that. */
        private @Nullable BatonGate gate;

        Runner(String name, Runnable body) {
            thread = Thread.ofVirtual().name(name).unstarted(() -> {
                try {
                    body.run();
                } catch (Throwable e) {
                    thrown = e;
                } finally {
                    passedBack.release();
                }
            });
        }

        /** By whoever drives: gives it the baton, and waits to get it back. */
        void goOn() {
            running = this;
            if (started) {
                baton.release();
            } else {
                started = true;
                thread.start();
            }
            try {
                if (!passedBack.tryAcquire(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                    throw new AssertionError("the task '" + thread.getName() + "' keeps the baton");
                }
            } catch (InterruptedException e) {
                throw new AssertionError("the test was interrupted", e);
            }
            running = null;
            if (thrown != null) {
                throw new AssertionError("the task '" + thread.getName() + "' threw", thrown);
            }
        }

        /** By itself: passes the baton back, and waits to be given it again. */
        void rest() {
            passedBack.release();
            baton.acquireUninterruptibly();
        }

        void sleep(long time) {
            alarm(time, () -> ready.add(this));
            rest();
        }

        @Override
        public void interrupt() {
            thread.interrupt();
            if (gate != null) {
                gate.wake();
            }
        }
    }

    private final class BatonGate implements Gate {
        private boolean open;
        private @Nullable Runner waiting;
        private @Nullable Alarm limit;

        @Override
        public void open() {
            open = true;
            wake();
        }

        void wake() {
            if (waiting != null) {
                ready.add(waiting);
                waiting = null;
            }
        }

        @Override
        public boolean await(Duration time) throws InterruptedException {
            Runner me = running;
            if (me == null) {
                awaitAsDriver(nanos + time.toNanos());
            } else if (!open && !Thread.currentThread().isInterrupted()) {
                waiting = me;
                me.gate = this;
                limit = alarm(time.toNanos(), this::wake);
                me.rest();
                me.gate = null;
                alarms.remove(limit);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            boolean opened = open;
            open = false;
            return opened;
        }

        private void awaitAsDriver(long until) {
            while (!open && oneGoesOn(until)) {
                // And the next one.
            }
            nanos = open ? nanos : Math.max(nanos, until);
        }
    }
}
