package dev.a2;

import dev.a2.store.IdSource;
import java.time.Duration;
import java.time.InstantSource;

/** The platform of a process that can die: then nothing that it would still do happens. */
final class KillablePlatform implements Platform {
    private final Platform machine;
    private final Duration ahead;
    private volatile boolean dead;

    KillablePlatform(Platform machine) {
        this(machine, Duration.ZERO);
    }

    /** One whose wall clock is ahead of the others'. */
    KillablePlatform(Platform machine, Duration ahead) {
        this.machine = machine;
        this.ahead = ahead;
    }

    void kill() {
        dead = true;
    }

    boolean isDead() {
        return dead;
    }

    private Runnable whileAlive(Runnable body) {
        return () -> {
            if (!dead) {
                body.run();
            }
        };
    }

    @Override
    public InstantSource clock() {
        return () -> machine.clock().instant().plus(ahead);
    }

    @Override
    public IdSource ids() {
        return machine.ids();
    }

    @Override
    public double random() {
        return machine.random();
    }

    @Override
    public long nanoTime() {
        return machine.nanoTime();
    }

    @Override
    public Task start(String name, Runnable body) {
        return machine.start(name, whileAlive(body));
    }

    @Override
    public void startUrgent(String name, Runnable body) {
        machine.startUrgent(name, whileAlive(body));
    }

    @Override
    public Timer after(Duration delay, String name, Runnable body) {
        return machine.after(delay, name, whileAlive(body));
    }

    @Override
    public Gate newGate() {
        return machine.newGate();
    }
}
