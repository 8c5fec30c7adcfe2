package dev.a2.benchmarks;

import dev.a2.A2;
import dev.a2.Contract;
import dev.a2.Session;
import dev.a2.store.SessionStore;
import dev.a2.store.memory.MemoryStore;
import dev.a2.store.sql.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/** A full event life through the runtime: append, claim, handle, complete; on each store. */
final class Lives {
    private sealed interface Work permits Asked, Done {}

    private record Asked(int n) implements Work {}

    private record Done(int n) implements Work {}

    private static final int SESSIONS = 64;

    private Lives() {}

    static void run(Path folder, Benchmarks.Settings settings) throws Exception {
        System.out.println("| store | sessions at once | event lives/s | events stored/s |");
        System.out.println("|---|---|---|---|");
        try (SessionStore memory = MemoryStore.open()) {
            measure("memory", memory, settings);
        }
        try (SessionStore sqlite = SqliteStore.open(folder.resolve("lives.db"))) {
            measure("sqlite", sqlite, settings);
        }
    }

    private static void measure(String name, SessionStore store, Benchmarks.Settings settings) throws Exception {
        for (int count : new int[] {1, SESSIONS}) {
            double rate = rate(store, count, settings.seconds());
            System.out.printf(Locale.ROOT, "| %s | %d | %,.0f | %,.0f |%n", name, count, rate, 2 * rate);
        }
    }

    /** Lives per second in so many sessions at once, after a stretch that does not count. */
    static double rate(SessionStore store, int sessions, double seconds) throws InterruptedException {
        LongAdder handled = new LongAdder();
        Contract<Work> contract = Contract.of("lives", Work.class)
                .on(Asked.class, (asked, context) -> {
                    handled.increment();
                    return List.of(new Done(asked.n()));
                })
                .build();
        try (A2<Work> a2 = A2.open(contract, store)) {
            Rates.once(sessions, seconds, thread -> life(a2, thread));
            handled.reset();
            long start = System.nanoTime();
            Rates.once(sessions, seconds, thread -> life(a2, thread));
            return handled.sum() / ((System.nanoTime() - start) / 1e9);
        }
    }

    /** Appends 10 events and waits until they are handled. */
    private static void life(A2<Work> a2, int thread) {
        Session<Work> session = a2.session("session-" + thread);
        for (int i = 0; i < 10; i++) {
            session.append(new Asked(i));
        }
        session.settle(Duration.ofMinutes(1));
    }
}
