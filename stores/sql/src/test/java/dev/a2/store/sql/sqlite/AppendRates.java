package dev.a2.store.sql.sqlite;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Durable appends per second, one event of 200 bytes each, beside plain inserts of the same rows through one connection at
 * the same sync level. The two take turns in short slices, so that a busy machine slows both.
 *
 * <p>Arguments: folder, rounds, milliseconds of a slice.
 */
final class AppendRates {
    private static final Json PAYLOAD = Json.of("{\"text\":\"" + "x".repeat(189) + "\"}");

    private AppendRates() {}

    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory(Path.of(args.length > 0 ? args[0] : "/tmp"), "a2-append-rates");
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 15;
        Duration slice = Duration.ofMillis(args.length > 2 ? Integer.parseInt(args[2]) : 300);
        Map<String, Slice> contestants = new LinkedHashMap<>();
        contestants.put("plain inserts", plain(folder.resolve("plain.db")));
        ThreadFactory platform = Thread.ofPlatform().factory();
        ThreadFactory virtual = Thread.ofVirtual().factory();
        for (int threads : new int[] {1, 16, 256}) {
            contestants.put(threads + " threads", store(folder, threads, platform, false, UUID::randomUUID));
            contestants.put(threads + " virtual threads", store(folder, threads, virtual, false, UUID::randomUUID));
            contestants.put(
                    threads + " threads, one session", store(folder, threads, platform, true, UUID::randomUUID));
            contestants.put(threads + " threads, drawn ids", store(folder, threads, platform, false, () -> null));
        }
        Map<String, List<Double>> rates = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (Map.Entry<String, Slice> contestant : contestants.entrySet()) {
                double rate = contestant.getValue().run(slice);
                rates.computeIfAbsent(contestant.getKey(), name -> new ArrayList<>())
                        .add(rate);
            }
        }
        List<Double> plain = rates.getOrDefault("plain inserts", List.of());
        rates.forEach((name, all) -> {
            double[] ratios = new double[all.size() - 2];
            for (int i = 2; i < all.size(); i++) {
                ratios[i - 2] = all.get(i) / plain.get(i);
            }
            Arrays.sort(ratios);
            double[] sorted = all.stream()
                    .skip(2)
                    .mapToDouble(Double::doubleValue)
                    .sorted()
                    .toArray();
            System.out.printf(
                    "%-30s %8.0f/s median  ratio %.2f (%.2f to %.2f)%n",
                    name,
                    sorted[sorted.length / 2],
                    ratios[ratios.length / 2],
                    ratios[ratios.length / 10],
                    ratios[ratios.length - 1 - ratios.length / 10]);
        });
        System.exit(0);
    }

    private interface Slice {
        double run(Duration length) throws Exception;
    }

    private interface Ids {
        @Nullable Object next();
    }

    private static Slice plain(Path file) throws Exception {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA synchronous = FULL");
            statement.execute("CREATE TABLE events (session TEXT, idx INTEGER, id TEXT, type TEXT, payload TEXT,"
                    + " created_at INTEGER, PRIMARY KEY (session, idx))");
        }
        PreparedStatement insert = connection.prepareStatement("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)");
        long[] index = {0};
        return length -> {
            long begin = System.nanoTime();
            long end = begin + length.toNanos();
            long count = 0;
            while (System.nanoTime() < end) {
                insert.setString(1, "session-1");
                insert.setLong(2, ++index[0]);
                insert.setString(3, UUID.randomUUID().toString());
                insert.setString(4, "said");
                insert.setString(5, PAYLOAD.text());
                insert.setLong(6, System.currentTimeMillis());
                insert.executeUpdate();
                count++;
            }
            return count * 1e9 / (System.nanoTime() - begin);
        };
    }

    private static Slice store(Path folder, int threads, ThreadFactory factory, boolean oneSession, Ids ids)
            throws Exception {
        Path file = Files.createTempFile(folder, "store", ".db");
        SessionStore store = SqliteStore.open(file);
        return length -> {
            LongAdder count = new LongAdder();
            long begin = System.nanoTime();
            long end = begin + length.toNanos();
            List<Thread> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                String session = "session-" + (oneSession ? 0 : i);
                Thread thread = factory.newThread(() -> {
                    while (System.nanoTime() < end) {
                        Object id = ids.next();
                        store.append(AppendRequest.of(
                                session, NewEvent.of(id == null ? null : id.toString(), "said", PAYLOAD)));
                        count.increment();
                    }
                });
                running.add(thread);
                thread.start();
            }
            for (Thread thread : running) {
                thread.join();
            }
            return count.sum() * 1e9 / (System.nanoTime() - begin);
        };
    }
}
