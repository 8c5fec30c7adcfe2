package dev.a2.simulation;

import dev.a2.A2;
import dev.a2.A2Options;
import dev.a2.Contract;
import dev.a2.Session;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Mends the world, lets it come to rest, and looks at what is left: everything was done, once, in order. */
final class Aftermath {
    /** Longer than any lease, pause, wait for a retry or timer. */
    private static final Duration REST = Duration.ofMinutes(1);

    /** One more event for each session, with slow handlers. */
    private static final Deed.Asked LAST = new Deed.Asked(1_000_000, "lane0");

    private static final int ROUNDS = 3;

    private final World world;

    Aftermath(World world) {
        this.world = world;
    }

    void heal() {
        world.trace.line("plan", "heals");
        world.weather.calmDown();
        for (Machine machine : world.machines) {
            if (!machine.isNewer()) {
                machine.upgrade();
                machine.crash();
                machine.start();
            }
        }
        for (int round = 0; round < ROUNDS; round++) {
            world.fibers.advance(REST);
            Machine first = world.machines.get(0);
            inside(
                    first,
                    "redrive",
                    () -> World.SESSIONS.forEach(
                            session -> Happening.redrive(first.running().session(session))));
        }
        world.slowDown();
        Machine last = world.machines.get(world.machines.size() - 1);
        for (String session : World.SESSIONS) {
            inside(last, "ask", () -> last.running().session(session).append(LAST));
        }
        world.fibers.advance(REST.multipliedBy(2));
    }

    private void inside(Machine machine, String name, Runnable body) {
        world.fibers.start(machine.life(), name, Duration.ZERO, body);
    }

    /** Looks from a process that only reads. */
    void check() {
        for (Machine machine : world.machines) {
            Inspection.check("RT-9", machine.life() + " looks for work", world.polled(machine.life(), REST), true);
        }
        Life reader = new Life("reader");
        SimPlatform platform = new SimPlatform(world.fibers, reader, world.chance.stream("reader"));
        world.fibers.start(reader, "check", Duration.ZERO, () -> {
            Contract<Deed> contract =
                    Contract.of("simulated", Deed.class).reducer(App.SUM).build();
            try (A2<Deed> a2 = A2.open(
                    contract,
                    Line.to(world.openStore(reader), reader, world),
                    A2Options.defaults().platform(platform).workers(false))) {
                World.SESSIONS.forEach(session -> inspect(a2.session(session)));
                World.SESSIONS.forEach(session -> a2.session(session).presence().read());
                Inspection.check("WRK-1", "work", a2.store().listWork(null, 10), List.of());
                world.watchers.forEach(watcher -> check(a2, watcher));
            }
        });
        world.fibers.advance(REST);
    }

    private static void check(A2<Deed> a2, Watcher watcher) {
        if (!watcher.life.isOver()) {
            long frontier = a2.session(watcher.session).bounds().frontier();
            Inspection.check(
                    "I13", "the last that a feed of " + watcher.session + " yielded", watcher.last(), frontier);
        }
    }

    private void inspect(Session<Deed> session) {
        Map<Integer, Long> told = world.acknowledged.getOrDefault(session.id(), Map.of());
        Inspection.inspect(session, told, world.verify(session.id()));
    }
}
