package dev.a2.simulation.chaos;

import dev.a2.Session;
import dev.a2.simulation.chaos.Fact.Life;
import dev.a2.simulation.chaos.Fact.Stage;
import dev.a2.store.Event;
import dev.a2.store.Finding;
import dev.a2.store.SessionStore;
import dev.a2.store.WorkMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Storms over a fleet, round by round, each on sessions of its own: after a storm one more process finishes the work, and all that
 * was written down and stored is looked at.
 */
public final class ChaosRun {
    /** What the sessions of all runs are called, with more behind it. */
    public static final String SESSIONS = "chaos-";

    private static final List<String> LETTERS = List.of("a", "b", "c", "d");
    private static final Duration SETTLING = Duration.ofMinutes(2);
    private static final Duration LOOK = Duration.ofMillis(50);

    /**
     * Whom the storms are over.
     *
     * @param store opens the store for the process that finishes the work
     * @param troubles what happens besides
     */
    public record Fleet(
            int workers, Command command, Supplier<SessionStore> store, List<Trouble> troubles, FleetTimes times) {
        /** Copies the list. */
        public Fleet {
            troubles = List.copyOf(troubles);
        }
    }

    /** How to start a process that runs {@link ChaosWorker}; what it is told is added as options. */
    @FunctionalInterface
    public interface Command {
        /** Program and arguments for a process of this name, such as {@code 2.5}. */
        List<String> of(String name);
    }

    private final Fleet fleet;
    private final Path folder;
    private final long seed;
    private final SplittableRandom chance;
    private final ChaosReport report;

    /** A run that keeps its chronicles in a folder. */
    public ChaosRun(Fleet fleet, Path folder, long seed) {
        this.fleet = fleet;
        this.folder = folder;
        this.seed = seed;
        this.chance = new SplittableRandom(seed);
        this.report = new ChaosReport(fleet.times());
    }

    /**
     * Storms for a time, in rounds of at most a length; ends early when something was found.
     *
     * @param progress hears of each round
     */
    public ChaosReport run(Duration time, Duration round, Consumer<ChaosReport> progress) throws Exception {
        long start = System.nanoTime();
        for (int number = 1; report.findings().isEmpty(); number++) {
            Duration left = time.minusNanos(System.nanoTime() - start);
            if (number > 1 && left.compareTo(round.dividedBy(4)) < 0) {
                break;
            }
            round(number, left.compareTo(round) < 0 ? left : round);
            progress.accept(report);
        }
        return report;
    }

    private void round(int number, Duration time) throws Exception {
        Path home = Files.createDirectories(folder.resolve("round-" + number));
        String prefix = SESSIONS + Long.toHexString(seed) + "-" + number;
        List<String> sessions = LETTERS.stream().map(letter -> prefix + letter).toList();
        try (Chronicle chronicle = Chronicle.begin(home, "storm")) {
            new Storm(fleet, home, sessions, chronicle, time).rage(chance);
        }
        long start = System.nanoTime();
        Map<String, List<Event>> logs = new LinkedHashMap<>();
        List<Finding> leftovers = new ArrayList<>();
        try (SessionStore store = fleet.store().get();
                Chronicle chronicle = Chronicle.begin(home, "last")) {
            finish(store, chronicle, home, sessions);
            Duration rest = Duration.ofNanos(System.nanoTime() - start);
            for (String session : sessions) {
                logs.put(session, store.read(session, 0, null));
                leftovers.addAll(store.verify(session));
                marks(store, session)
                        .forEach(mark -> leftovers.add(new Finding(session, "WRK-3", "a mark is left: " + mark)));
            }
            report.add(new Evidence(Chronicle.read(home), logs, leftovers, fleet.times()), rest);
        }
    }

    private void finish(SessionStore store, Chronicle chronicle, Path home, List<String> sessions)
            throws IOException, InterruptedException {
        List<Entry> before = Chronicle.read(home);
        long until = System.nanoTime() + SETTLING.toNanos();
        ErrandApp app = new ErrandApp(chronicle, 0, fleet.times().claimTtl(), false);
        chronicle.write(new Life(Stage.READY));
        try (Member member = Member.open(store, chronicle, fleet.times(), app, true)) {
            for (int worker = 1; worker <= fleet.workers(); worker++) {
                ChaosWorker.left(before, worker)
                        .forEach(asking -> member.ask(asking, () -> System.nanoTime() - until < 0));
            }
            for (String session : sessions) {
                member.follow(session, 0);
                settle(member, session, until);
                awaitNoMarks(store, session, until);
            }
            chronicle.write(new Life(Stage.TERMINATED));
        }
        chronicle.write(new Life(Stage.STOPPED));
    }

    /** Until nothing is left to do, timers included; what is left then, the store's own check and the log tell. */
    private static void settle(Member member, String name, long untilNanos) throws InterruptedException {
        Session<Errand> session = member.session(name);
        while (System.nanoTime() - untilNanos < 0
                && session.cursors().stream().anyMatch(cursor -> cursor.head() != null)) {
            member.redrive(name);
            Thread.sleep(LOOK);
        }
    }

    /** Marks of the work index go when nothing is left to do, soon after. */
    private static void awaitNoMarks(SessionStore store, String session, long untilNanos) throws InterruptedException {
        while (System.nanoTime() - untilNanos < 0 && !marks(store, session).isEmpty()) {
            Thread.sleep(LOOK);
        }
    }

    private static List<WorkMark> marks(SessionStore store, String session) {
        return store.listWork(null, 1_000).stream()
                .filter(mark -> mark.sessionId().equals(session))
                .toList();
    }
}
