package dev.a2.simulation;

import dev.a2.Gate;
import dev.a2.Platform;
import dev.a2.store.IdSource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;

/** The runtime's authorities during one life of a process. */
final class SimPlatform implements Platform {
    /** When all simulations begin. */
    static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

    private static final Duration START_DELAY = Duration.ofNanos(50_000);

    private final Fibers fibers;
    private final Life life;
    private final Chance chance;
    private long ids;

    SimPlatform(Fibers fibers, Life life, Chance chance) {
        this.fibers = fibers;
        this.life = life;
        this.chance = chance;
    }

    Life life() {
        return life;
    }

    @Override
    public InstantSource clock() {
        return () -> BEGINNING.plusNanos(fibers.nowNanos()).plus(life.ahead());
    }

    @Override
    public IdSource ids() {
        return () -> life + "-" + ++ids;
    }

    @Override
    public double random() {
        return chance.unit();
    }

    @Override
    public long nanoTime() {
        return fibers.nowNanos();
    }

    @Override
    public Task start(String name, Runnable body) {
        Fiber fiber = fibers.start(life, name, chance.upTo(START_DELAY), body);
        return () -> fibers.interrupt(fiber);
    }

    @Override
    public void startUrgent(String name, Runnable body) {
        start(name, body);
    }

    @Override
    public Timer after(Duration delay, String name, Runnable body) {
        Fiber fiber = fibers.start(life, name, delay, body);
        return () -> fibers.cancel(fiber);
    }

    @Override
    public Gate newGate() {
        return new SimGate();
    }

    private final class SimGate implements Gate {
        private final Deque<Fiber> waiting = new ArrayDeque<>();
        private boolean open;

        @Override
        public void open() {
            Fiber first = waiting.poll();
            if (first == null) {
                open = true;
            } else {
                fibers.unpark(first);
            }
        }

        @Override
        public boolean await(Duration limit) throws InterruptedException {
            if (open) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                open = false;
                return true;
            }
            Fiber fiber = fibers.mine();
            waiting.add(fiber);
            try {
                return fibers.park(limit);
            } finally {
                waiting.remove(fiber);
            }
        }
    }
}
