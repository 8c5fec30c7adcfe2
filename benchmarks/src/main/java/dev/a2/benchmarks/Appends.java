package dev.a2.benchmarks;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.sql.SqliteStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Durable appends per second on SQLite beside plain single-row inserts at the same sync level: one table, one prepared
 * statement, one commit each, one connection under a lock. Both write 200 bytes and an id of a UUID's length.
 */
final class Appends {
    private static final Json PAYLOAD = Json.string("x".repeat(198));

    private Appends() {}

    static void run(Path folder, Benchmarks.Settings settings) throws Exception {
        List<Integer> threads = List.of(1, 16, 256);
        Map<Integer, List<Double>> ours = new HashMap<>();
        Map<Integer, List<Double>> plain = new HashMap<>();
        for (int count : threads) {
            ours.put(count, new ArrayList<>());
            plain.put(count, new ArrayList<>());
        }
        try (SessionStore store = SqliteStore.open(folder.resolve("a2.db"));
                PlainInserts inserts = new PlainInserts(folder.resolve("plain.db"))) {
            for (int repeat = 0; repeat <= settings.repeats(); repeat++) {
                for (int count : threads) {
                    double plainRate = Rates.once(count, settings.seconds(), thread -> inserts.insert());
                    double rate = Rates.once(count, settings.seconds(), thread -> append(store, thread));
                    if (repeat > 0) {
                        of(plain, count).add(plainRate);
                        of(ours, count).add(rate);
                    }
                }
            }
        }
        System.out.println("| threads | plain inserts/s min/med/max | appends/s min/med/max"
                + " | ratio to plain at 1 thread | at as many |");
        System.out.println("|---|---|---|---|---|");
        double one = Rates.of(of(plain, 1)).median();
        for (int count : threads) {
            Rates.Rate rate = Rates.of(of(ours, count));
            Rates.Rate peer = Rates.of(of(plain, count));
            System.out.printf(
                    Locale.ROOT,
                    "| %d | %s | %s | %.2f | %.2f |%n",
                    count,
                    peer,
                    rate,
                    rate.median() / one,
                    rate.median() / peer.median());
        }
    }

    private static List<Double> of(Map<Integer, List<Double>> rates, int threads) {
        return Objects.requireNonNull(rates.get(threads));
    }

    private static void append(SessionStore store, int thread) {
        store.append(AppendRequest.of(
                "session-" + thread, NewEvent.of(UUID.randomUUID().toString(), "measured", PAYLOAD)));
    }

    private static final class PlainInserts implements AutoCloseable {
        private final Connection connection;
        private final PreparedStatement insert;
        private final AtomicLong row = new AtomicLong();

        PlainInserts(Path file) throws SQLException {
            connection = DriverManager.getConnection("jdbc:sqlite:" + file);
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA journal_mode = WAL");
                statement.execute("PRAGMA synchronous = FULL");
                statement.execute("CREATE TABLE events (n INTEGER PRIMARY KEY, id TEXT, type TEXT, payload TEXT)");
            }
            insert = connection.prepareStatement("INSERT INTO events (n, id, type, payload) VALUES (?, ?, ?, ?)");
        }

        synchronized void insert() {
            try {
                insert.setLong(1, row.incrementAndGet());
                insert.setString(2, UUID.randomUUID().toString());
                insert.setString(3, "measured");
                insert.setString(4, PAYLOAD.text());
                insert.executeUpdate();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() throws SQLException {
            insert.close();
            connection.close();
        }
    }
}
