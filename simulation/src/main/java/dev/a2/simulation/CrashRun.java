package dev.a2.simulation;

import dev.a2.A2;
import dev.a2.Session;
import dev.a2.store.SessionStore;
import dev.a2.store.sql.SqliteStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Real processes on one SQLite file that are killed, stopped past their leases and started again while load runs; then a look at
 * what they left, beside what they wrote down of what they were told.
 */
public final class CrashRun {
    private static final int WORKERS = 3;
    private static final Duration SETTLING = Duration.ofMinutes(2);

    /**
     * What a run was.
     *
     * @param appended events that were acknowledged
     * @param recovery from the last kill until everything was done
     */
    public record Report(long seed, int kills, int pauses, int appended, Duration recovery) {}

    private final Path folder;
    private final long seed;
    private final Chance chance;
    private int kills;
    private int pauses;

    /** A run in a folder that holds nothing. */
    public CrashRun(Path folder, long seed) {
        this.folder = folder;
        this.seed = seed;
        this.chance = new Chance(seed);
    }

    /**
     * Runs for a time.
     *
     * @throws AssertionError if something was lost, doubled, out of order or not done in time
     */
    public Report run(Duration time) throws IOException, InterruptedException {
        storm(System.nanoTime() + time.toNanos());
        long calm = System.nanoTime();
        try (SessionStore store = SqliteStore.open(database());
                A2<Deed> a2 = CrashWorker.open(store, "last", rate -> {})) {
            Map<String, Map<Integer, Long>> told = finish(a2);
            for (String session : World.SESSIONS) {
                settle(a2.session(session));
            }
            Duration recovery = Duration.ofNanos(System.nanoTime() - calm);
            for (String session : World.SESSIONS) {
                Map<Integer, Long> here = told.getOrDefault(session, Map.of());
                Inspection.inspect(a2.session(session), here, store.verify(session));
            }
            int appended = told.values().stream().mapToInt(Map::size).sum();
            return new Report(seed, kills, pauses, appended, recovery);
        }
    }

    private Path database() {
        return folder.resolve("crash.db");
    }

    private Path history(int worker) {
        return folder.resolve(Integer.toString(worker));
    }

    private void storm(long untilNanos) throws IOException, InterruptedException {
        List<WorkerProcess> workers = new ArrayList<>();
        try {
            for (int worker = 1; worker <= WORKERS; worker++) {
                workers.add(start(worker));
            }
            while (System.nanoTime() - untilNanos < 0) {
                Thread.sleep(chance.below(1_500));
                int which = chance.below(WORKERS);
                WorkerProcess worker = workers.get(which);
                if (chance.at(0.3)) {
                    pauses++;
                    worker.pause(CrashWorker.CLAIM_TTL.plusMillis(chance.below(1_000)));
                } else {
                    kills++;
                    worker.kill();
                    workers.set(which, start(which + 1));
                }
            }
        } finally {
            workers.forEach(WorkerProcess::kill);
        }
    }

    private WorkerProcess start(int worker) throws IOException {
        return WorkerProcess.start(
                database().toString(), "worker-" + worker, history(worker).toString(), Long.toString(chance.next()));
    }

    /** Appends what was still asked; by session what was told of each. */
    private Map<String, Map<Integer, Long>> finish(A2<Deed> a2) throws IOException {
        Map<String, Map<Integer, Long>> all = new HashMap<>();
        for (int worker = 1; worker <= WORKERS; worker++) {
            try (History history = History.open(history(worker))) {
                History.Asking left = history.left();
                if (left != null) {
                    history.told(left, CrashWorker.ask(a2, left));
                }
                for (History.Asking asking : history.askings()) {
                    Long index = history.told().get(asking.n());
                    if (index != null) {
                        all.computeIfAbsent(asking.session(), name -> new HashMap<>())
                                .put(asking.n(), index);
                    }
                }
            }
        }
        return all;
    }

    /** Until nothing is left to do, timers included. */
    private static void settle(Session<Deed> session) throws InterruptedException {
        long until = System.nanoTime() + SETTLING.toNanos();
        while (session.cursors().stream().anyMatch(cursor -> cursor.head() != null)) {
            if (System.nanoTime() - until > 0) {
                throw new Broken("I8", session.id() + " still has heads after " + SETTLING + ": " + session.cursors());
            }
            Happening.redrive(session);
            Thread.sleep(50);
        }
    }
}
