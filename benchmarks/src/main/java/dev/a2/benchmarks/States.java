package dev.a2.benchmarks;

import dev.a2.A2;
import dev.a2.A2Options;
import dev.a2.Contract;
import dev.a2.Reducer;
import dev.a2.Session;
import dev.a2.codec.Json;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.memory.MemoryStore;
import dev.a2.store.sql.sqlite.SqliteStore;
import java.nio.file.Path;
import java.util.Locale;

/** What reading a folded state costs in a small and in a large session, without a snapshot and with one. */
final class States {
    private sealed interface Counting permits Added {}

    private record Added(long n) implements Counting {}

    private static final Reducer<Counting, Long> TOTAL =
            Reducer.of("total", Long.class, 0L, (total, event) -> switch (event) {
                case Added added -> total + added.n();
            });

    private static final Contract<Counting> CONTRACT = Contract.of("counting", Counting.class)
            .event(Added.class, "added")
            .reducer(TOTAL)
            .build();

    private States() {}

    static void run(Path folder, Benchmarks.Settings settings) {
        System.out.println("| store | events in session | first read (no snapshot) us | read with snapshot us |");
        System.out.println("|---|---|---|---|");
        try (SessionStore memory = MemoryStore.open()) {
            measure("memory", memory, settings);
        }
        try (SessionStore sqlite = SqliteStore.open(folder.resolve("states.db"))) {
            measure("sqlite", sqlite, settings);
        }
    }

    private static void measure(String name, SessionStore store, Benchmarks.Settings settings) {
        try (A2<Counting> a2 = A2.open(CONTRACT, store, A2Options.defaults().workers(false))) {
            fill(store, "warm", 20_000);
            a2.session("warm").state(TOTAL);
            for (int events : new int[] {100, settings.large()}) {
                String id = "s-" + events;
                fill(store, id, events);
                Session<Counting> session = a2.session(id);
                double cold = Rates.micros(1, () -> check(session, events));
                double warm = Rates.micros(500, () -> check(session, events));
                System.out.printf(Locale.ROOT, "| %s | %,d | %,.0f | %.1f |%n", name, events, cold, warm);
            }
        }
    }

    private static void check(Session<Counting> session, int events) {
        long total = session.state(TOTAL);
        if (total != events) {
            throw new IllegalStateException("the state is " + total + ", not " + events);
        }
    }

    private static void fill(SessionStore store, String session, int events) {
        Json payload = Json.of("{\"n\":1}");
        Filling.fill(store, session, events, i -> NewEvent.of(session + "-" + i, "added", payload));
    }
}
