package dev.a2.simulation;

import dev.a2.A2;
import dev.a2.A2Options;
import dev.a2.Concurrency;
import dev.a2.store.SessionStore;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A computer on which a worker process lives, dies and is started again. */
final class Machine {
    private final String name;
    private final World world;
    private boolean newer;
    private int lives;
    private Life life;
    private @Nullable A2<Deed> a2;

    Machine(String name, World world) {
        this.name = name;
        this.world = world;
        this.life = new Life(name + ".0");
    }

    Life life() {
        return life;
    }

    /** From now on it runs the newer version, once it is started anew. */
    void upgrade() {
        newer = true;
    }

    boolean isNewer() {
        return newer;
    }

    /** Starts a process; from within a task. */
    void start() {
        Life born = new Life(name + "." + ++lives);
        SessionStore line = Line.to(world.openStore(born), born, world);
        SimPlatform platform = new SimPlatform(world.fibers, born, world.chance.stream(born.name));
        A2Options options = A2Options.defaults()
                .worker(name)
                .platform(platform)
                .claimTtl(Duration.ofSeconds(3))
                .shutdownGrace(Duration.ofSeconds(2))
                .sweepInterval(Duration.ofSeconds(20))
                .snapshotDistance(5)
                .concurrency(new Concurrency(6, 4, 4));
        life = born;
        a2 = null;
        world.fibers.start(born, "main", Duration.ZERO, () -> {
            A2<Deed> opened = A2.open(world.app.contract(newer), line, options);
            if (life == born) {
                a2 = opened;
            }
        });
    }

    void crash() {
        life.end();
        a2 = null;
    }

    /** Shuts the process down in good order; from within a task of its own. */
    void stop() {
        A2<Deed> running = a2;
        Life stopped = life;
        a2 = null;
        if (running != null) {
            running.close();
        }
        stopped.end();
    }

    /** The running process; null while there is none. */
    @Nullable A2<Deed> a2() {
        return life.isOver() ? null : a2;
    }

    A2<Deed> running() {
        return Objects.requireNonNull(a2, name);
    }
}
