package dev.a2.benchmarks;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.CompleteRequest;
import dev.a2.store.Head;
import dev.a2.store.NewEvent;
import dev.a2.store.Served;
import dev.a2.store.SessionStore;
import dev.a2.store.Target;
import dev.a2.store.When;
import dev.a2.store.memory.MemoryStore;
import dev.a2.store.sql.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/** What an append and a claim with its completion cost in a small and in a large session; flat is what is wanted. */
final class Growth {
    private static final Json PAYLOAD = Json.string("x".repeat(198));
    private static final int SMALL = 1_000;

    private Growth() {}

    static void run(Path folder, Benchmarks.Settings settings) {
        heading();
        try (SessionStore memory = MemoryStore.open()) {
            measure("memory", memory, settings);
        }
        try (SessionStore sqlite = SqliteStore.open(folder.resolve("growth.db"))) {
            measure("sqlite", sqlite, settings);
        }
    }

    static void heading() {
        System.out.println("| store | events in session | waiting heads | append us | claim + complete us |");
        System.out.println("|---|---|---|---|---|");
    }

    static void measure(String name, SessionStore store, Benchmarks.Settings settings) {
        int operations = Math.min(2_000, settings.large() / 20);
        fill(store, "warm", SMALL, 1);
        operate(store, "warm", operations);
        for (int events : new int[] {SMALL, settings.large()}) {
            for (int every : new int[] {1_000, 1}) {
                String session = "s-" + events + "-" + every;
                fill(store, session, events, every);
                double[] micros = operate(store, session, operations);
                System.out.printf(
                        Locale.ROOT,
                        "| %s | %,d | %,d | %.1f | %.1f |%n",
                        name,
                        events,
                        events / every,
                        micros[0],
                        micros[1]);
            }
        }
    }

    /** Appends events of which every so manieth has a waiting head. */
    private static void fill(SessionStore store, String session, int events, int every) {
        Filling.fill(store, session, events, i -> {
            NewEvent event = NewEvent.of(session + "-" + i, "filling", PAYLOAD);
            return i % every == 0 ? event.to(Target.each("waiting")) : event;
        });
    }

    private static double[] operate(SessionStore store, String session, int operations) {
        int[] n = new int[1];
        double append = Rates.micros(
                operations,
                () -> store.append(AppendRequest.of(
                        session,
                        NewEvent.of("op-" + session + n[0]++, "measured", PAYLOAD)
                                .to(Target.each("measured")))));
        ClaimRequest claim = ClaimRequest.of(session, "bench", When.after(Duration.ofMinutes(10)))
                .serving(Served.named("measured", "waiting"))
                .limit(1);
        double handle = Rates.micros(operations / 2, () -> {
            if (store.claimAvailable(claim) instanceof ClaimResult.Claimed claimed) {
                Head head = claimed.heads().get(0);
                store.completeAttempt(CompleteRequest.of(session, head.attempt()));
            }
        });
        return new double[] {append, handle};
    }
}
