package dev.a2.benchmarks;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.sql.sqlite.SqliteStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Durable appends per second on SQLite beside plain single-row inserts at the same sync level: one table, one prepared
 * statement, one commit each, one connection under a lock. All write 200 bytes and an id of a UUID's length.
 *
 * <p>Appends are measured twice: with ids that the store draws, which grow with time, and with random ids of the caller,
 * which scatter over the store's index of ids. The plain inserts have no index of ids.
 */
final class Appends {
    private static final Json PAYLOAD = Json.string("x".repeat(198));
    private static final List<Integer> THREADS = List.of(1, 16, 256);

    /** Who is measured, and its rates by number of threads. */
    private record Contestant(IntConsumer operation, Map<Integer, List<Double>> rates) {
        static Contestant of(IntConsumer operation) {
            return new Contestant(operation, new HashMap<>());
        }

        void take(int threads, double seconds, boolean counts) throws InterruptedException {
            double rate = Rates.once(threads, seconds, operation);
            if (counts) {
                rates.computeIfAbsent(threads, count -> new ArrayList<>()).add(rate);
            }
        }

        Rates.Rate at(int threads) {
            return Rates.of(Objects.requireNonNull(rates.get(threads)));
        }
    }

    private Appends() {}

    static void run(Path folder, Benchmarks.Settings settings) throws Exception {
        try (PlainInserts inserts = new PlainInserts(folder.resolve("plain.db"));
                SessionStore drawing = SqliteStore.open(folder.resolve("drawn.db"));
                SessionStore given = SqliteStore.open(folder.resolve("given.db"))) {
            Contestant plain = Contestant.of(thread -> inserts.insert());
            Contestant drawn = Contestant.of(thread -> append(drawing, thread, null));
            Contestant random = Contestant.of(
                    thread -> append(given, thread, UUID.randomUUID().toString()));
            for (int repeat = 0; repeat <= settings.repeats(); repeat++) {
                for (int threads : THREADS) {
                    for (Contestant contestant : List.of(plain, drawn, random)) {
                        contestant.take(threads, settings.seconds(), repeat > 0);
                    }
                }
            }
            System.out.println("| threads | ids | appends/s min/med/max | plain inserts/s min/med/max"
                    + " | ratio to plain at 1 thread | at as many |");
            System.out.println("|---|---|---|---|---|---|");
            for (int threads : THREADS) {
                print(threads, "drawn by the store", drawn.at(threads), plain);
                print(threads, "random, given", random.at(threads), plain);
            }
        }
    }

    private static void print(int threads, String ids, Rates.Rate rate, Contestant plain) {
        Rates.Rate peer = plain.at(threads);
        System.out.printf(
                Locale.ROOT,
                "| %d | %s | %s | %s | %.2f | %.2f |%n",
                threads,
                ids,
                rate,
                peer,
                rate.median() / plain.at(1).median(),
                rate.median() / peer.median());
    }

    private static void append(SessionStore store, int thread, @Nullable String id) {
        store.append(AppendRequest.of("session-" + thread, NewEvent.of(id, "measured", PAYLOAD)));
    }
}
