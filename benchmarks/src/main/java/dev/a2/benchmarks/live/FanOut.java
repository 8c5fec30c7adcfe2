package dev.a2.benchmarks.live;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** How events reach thousands of feeds: all of one session, and each of a session of its own. */
public final class FanOut {
    private static final int PAYLOAD = 200;
    private static final int BURST = 50;

    private final Path folder;
    private final int feeds;
    private final double seconds;

    private FanOut(Path folder, int feeds, double seconds) {
        this.folder = folder;
        this.feeds = feeds;
        this.seconds = seconds;
    }

    /**
     * Prints a table.
     *
     * @param feeds how many at once
     * @param seconds how long events come at a steady pace
     */
    public static void run(Path folder, int feeds, double seconds) throws Exception {
        System.out.println("| server | feeds | connected in s | heap KB per idle feed | p50 ms | p99 ms | max ms"
                + " | server CPU us per delivery | burst s |");
        System.out.println("|---|---|---|---|---|---|---|---|---|");
        FanOut fanOut = new FanOut(folder, feeds, seconds);
        for (String layout : List.of("of one session", "of a session each")) {
            for (String kind : List.of("bare", "memory")) {
                fanOut.measure(kind, layout);
            }
        }
    }

    private void measure(String kind, String layout) throws Exception {
        boolean shared = layout.equals("of one session");
        List<String> sessions = shared
                ? Collections.nCopies(feeds, "all")
                : IntStream.range(0, feeds).mapToObj(i -> "s" + i).toList();
        try (LiveServerProcess server = LiveServerProcess.start(kind, folder);
                Poster poster = new Poster(server.port());
                Readers readers = new Readers(server.port())) {
            warmUp(poster);
            long before = server.heap();
            Duration connected = readers.connect(sessions, feeds);
            TimeUnit.MILLISECONDS.sleep(500);
            double heap = (server.heap() - before) / 1024.0 / feeds;
            pace(poster, readers, sessions, 1);
            Duration cpu = server.cpu();
            long[] ages = pace(poster, readers, sessions, seconds);
            double perDelivery = server.cpu().minus(cpu).toNanos() / 1_000.0 / ages.length;
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %,d %s | %.2f | %.1f | %.1f | %.1f | %.1f | %.1f | %s |%n",
                    kind.equals("bare") ? "bare" : "A2 on " + kind,
                    feeds,
                    layout,
                    connected.toMillis() / 1_000.0,
                    heap,
                    at(ages, 0.5),
                    at(ages, 0.99),
                    at(ages, 1),
                    perDelivery,
                    shared ? String.format(Locale.ROOT, "%.2f", burst(poster, readers)) : "-");
        }
    }

    private static void warmUp(Poster poster) throws IOException {
        for (int i = 0; i < 2_000; i++) {
            poster.post("warm", PAYLOAD);
        }
    }

    /** Appends at a steady pace, at which each feed of one shared session gets four events a second. */
    private long[] pace(Poster poster, Readers readers, List<String> sessions, double howLong) throws Exception {
        boolean shared = sessions.get(0).equals(sessions.get(sessions.size() - 1));
        long gap = shared ? 250_000_000L : 2_500_000L;
        int events = (int) Math.max(2, howLong * 1e9 / gap);
        readers.take();
        long start = System.nanoTime();
        for (int i = 0; i < events; i++) {
            long left = start + i * gap - System.nanoTime();
            TimeUnit.NANOSECONDS.sleep(left);
            poster.post(sessions.get((int) (i * 2_654_435_761L % sessions.size())), PAYLOAD);
        }
        readers.awaitReceived(shared ? (long) events * feeds : events);
        return readers.take();
    }

    /** Seconds until every feed has events that are appended as fast as one caller can. */
    private double burst(Poster poster, Readers readers) throws Exception {
        long start = System.nanoTime();
        for (int i = 0; i < BURST; i++) {
            poster.post("all", PAYLOAD);
        }
        readers.awaitReceived((long) BURST * feeds);
        readers.take();
        return (System.nanoTime() - start) / 1e9;
    }

    private static double at(long[] sorted, double share) {
        return sorted[(int) Math.min(sorted.length - 1, Math.floor(share * sorted.length))] / 1e6;
    }
}
