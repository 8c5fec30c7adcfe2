package dev.a2.simulation;

import dev.a2.A2;
import dev.a2.A2Options;
import dev.a2.Contract;
import dev.a2.Recorded;
import dev.a2.Session;
import dev.a2.simulation.Deed.Answered;
import dev.a2.simulation.Deed.Asked;
import dev.a2.simulation.Deed.Audited;
import dev.a2.simulation.Deed.Moved;
import dev.a2.simulation.Deed.Noted;
import dev.a2.simulation.Deed.Rang;
import dev.a2.simulation.Deed.Touched;
import dev.a2.store.Cursor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Mends the world, lets it come to rest, and looks at what is left: everything was done, once, in order. */
final class Aftermath {
    /** Longer than any lease, pause, wait for a retry or timer. */
    private static final Duration REST = Duration.ofMinutes(1);

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
        world.fibers.advance(REST);
    }

    private void inside(Machine machine, String name, Runnable body) {
        world.fibers.start(machine.life(), name, Duration.ZERO, body);
    }

    /** Looks from a process that only reads. */
    void check() {
        Life reader = new Life("reader");
        SimPlatform platform = new SimPlatform(world.fibers, reader, world.chance.stream("reader"));
        world.fibers.start(reader, "check", Duration.ZERO, () -> {
            Contract<Deed> contract =
                    Contract.of("simulated", Deed.class).reducer(App.SUM).build();
            try (A2<Deed> a2 = A2.open(
                    contract,
                    Line.to(world.openStore(reader), reader, world),
                    A2Options.defaults().platform(platform).workers(false))) {
                World.SESSIONS.forEach(session -> check(a2.session(session)));
                check("WRK-1", "work", a2.store().listWork(null, 10), List.of());
                world.watchers.forEach(watcher -> check(a2, watcher));
            }
        });
        world.fibers.advance(REST);
    }

    private static void check(A2<Deed> a2, Watcher watcher) {
        if (!watcher.life.isOver()) {
            long frontier = a2.session(watcher.session).bounds().frontier();
            check("I13", "the last that a feed of " + watcher.session + " yielded", watcher.last(), frontier);
        }
    }

    private void check(Session<Deed> session) {
        String id = session.id();
        check("verify", id, world.verify(id), List.of());
        check("I8", id + ": heads left", heads(session), List.of());

        List<Recorded<Deed>> all = session.history().toList();
        List<Asked> asked = of(all, Asked.class);
        acknowledged(session, all);
        List<Integer> numbers = asked.stream().map(Asked::n).toList();
        check("I3", id + ": asked", new HashSet<>(numbers).size(), numbers.size());
        once("I6", id, of(all, Answered.class), Answered::n, numbers);
        once("I6", id, of(all, Touched.class), Touched::n, numbers);
        once("RT-5", id, of(all, Noted.class), Noted::n, numbers);
        once("RT-10", id, of(all, Rang.class), Rang::n, numbers);
        check(
                "I7",
                id + ": audited",
                of(all, Audited.class).stream().map(Audited::n).toList(),
                numbers);
        for (String lane : List.of("lane0", "lane1")) {
            List<Moved> moved = of(all, Moved.class).stream()
                    .filter(one -> one.lane().equals(lane))
                    .toList();
            check("I7, I12", id + ": moved in " + lane, moved, moves(asked, lane));
        }
        long sum = asked.stream().mapToLong(Asked::n).sum();
        check("I11", id + ": state", session.state(App.SUM), sum);
    }

    private static List<Cursor> heads(Session<Deed> session) {
        return session.cursors().stream()
                .filter(cursor -> cursor.head() != null)
                .toList();
    }

    /** What was acknowledged is there, at the index that was told, unless a clear ended it. */
    private void acknowledged(Session<Deed> session, List<Recorded<Deed>> all) {
        long marker = session.bounds().clearIndex();
        Map<Integer, Long> told = world.acknowledged.getOrDefault(session.id(), Map.of());
        told.forEach((n, index) -> {
            if (index > marker) {
                boolean there = all.stream()
                        .anyMatch(one -> one.index() == index && one.event() instanceof Asked asked && asked.n() == n);
                check("I1", session.id() + ": the acknowledged event " + n + " at " + index, there, true);
            }
        });
    }

    private static <T> void once(
            String rule, String session, List<T> events, Function<T, Integer> number, List<Integer> expected) {
        List<Integer> numbers =
                new ArrayList<>(events.stream().map(number).sorted().toList());
        String kind = events.isEmpty() ? "nothing" : events.get(0).getClass().getSimpleName();
        check(rule, session + ": " + kind, numbers, expected.stream().sorted().toList());
    }

    /** What the lanes must have said: in order, each with the sum as of its event. */
    private static List<Moved> moves(List<Asked> asked, String lane) {
        List<Moved> moves = new ArrayList<>();
        long sum = 0;
        for (Asked event : asked) {
            sum += event.n();
            if (event.lane().equals(lane)) {
                moves.add(new Moved(event.n(), lane, sum));
            }
        }
        return moves;
    }

    private static <T extends Deed> List<T> of(List<Recorded<Deed>> all, Class<T> type) {
        return all.stream()
                .map(Recorded::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    private static void check(String rule, String what, Object found, Object expected) {
        if (!found.equals(expected)) {
            throw new Broken(rule, what + " is " + found + " and should be " + expected);
        }
    }
}
