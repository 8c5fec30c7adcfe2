package dev.a2.store.sql.postgres;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.Target;
import dev.a2.store.kernel.KernelStore;
import dev.a2.testservers.PostgresServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Durable appends per second by 32 writers on sessions of their own, with notices to other stores and without. The two take turns in short slices, so that a busy machine slows both.
 *
 * <p>Arguments: rounds, milliseconds of a slice.
 */
final class WakeupRates {
    private static final int WRITERS = 32;
    private static final Json PAYLOAD = Json.of("{\"text\":\"" + "x".repeat(189) + "\"}");

    private WakeupRates() {}

    public static void main(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 10;
        Duration slice = Duration.ofMillis(args.length > 1 ? Integer.parseInt(args[1]) : 1_000);
        try (PostgresServer server = PostgresServer.start("fsync=on");
                SessionStore listening = PostgresStore.open(server.url(PostgresFixture.DATABASE));
                SessionStore telling = PostgresStore.open(server.url(PostgresFixture.DATABASE));
                SessionStore quiet = quiet(server)) {
            listening.subscribeWork(() -> {});
            List<Double> ratios = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                double with = rate(telling, slice);
                double without = rate(quiet, slice);
                System.out.printf("%.0f/s with notices, %.0f/s without%n", with, without);
                ratios.add(with / without);
            }
            double[] sorted =
                    ratios.stream().skip(2).mapToDouble(ratio -> ratio).sorted().toArray();
            System.out.println("ratios " + Arrays.toString(sorted));
        }
    }

    /** A store whose notices never leave it. */
    private static SessionStore quiet(PostgresServer server) {
        PostgresStore.Options options = PostgresStore.Options.defaults();
        Database database = PostgresStore.database(server.url(PostgresFixture.DATABASE), options);
        Announcer dumb = new Announcer(database, Notice.Names.of(options.schema(), Notice.newOrigin()));
        dumb.close();
        return new KernelStore(
                new PostgresRows(database, options, dumb), options.ids(), options.limits(), options.delivery());
    }

    private static double rate(SessionStore store, Duration slice) throws InterruptedException {
        LongAdder appended = new LongAdder();
        long start = System.nanoTime();
        List<Thread> writers = new ArrayList<>();
        for (int writer = 0; writer < WRITERS; writer++) {
            String session = "session-" + writer;
            writers.add(Thread.ofVirtual().start(() -> {
                while (System.nanoTime() - start < slice.toNanos()) {
                    store.append(AppendRequest.of(
                            session, NewEvent.of(null, "said", PAYLOAD).to(Target.each("worker"))));
                    appended.increment();
                }
            }));
        }
        for (Thread writer : writers) {
            writer.join();
        }
        return appended.sum() * 1e9 / (System.nanoTime() - start);
    }
}
