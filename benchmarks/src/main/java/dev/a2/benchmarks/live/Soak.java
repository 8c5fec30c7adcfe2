package dev.a2.benchmarks.live;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A server for a long time: readers that check what they are fed, readers that hardly read, storms in which everybody comes back
 * at once, and restarts; its heap is looked at all along.
 */
public final class Soak {
    private static final int SESSIONS = 20;
    private static final int READERS = 200;
    private static final int SLOW_READERS = 50;
    private static final int PAYLOAD = 2_000;
    private static final Duration LOOK = Duration.ofSeconds(10);
    private static final Duration STORM = Duration.ofSeconds(20);
    private static final Duration RESTART = Duration.ofSeconds(75);

    private final Random random;
    private final Path folder;
    private final AtomicBoolean over = new AtomicBoolean();
    private final List<SoakReader> readers = new ArrayList<>();
    private final List<Double> heaps = new ArrayList<>();
    private volatile int port;
    private long appended;
    private int storms;
    private int restarts;

    private Soak(Path folder, long seed) {
        this.folder = folder;
        this.random = new Random(seed);
    }

    /** Runs for a while and prints what came of it; fails if a reader missed or repeated an event. */
    public static void run(Path folder, long seed, Duration length) throws Exception {
        System.out.println("seed " + seed + ", " + length.toSeconds() + " s");
        new Soak(folder, seed).run(length);
    }

    private void run(Duration length) throws Exception {
        LiveServerProcess server = LiveServerProcess.start("sqlite", folder);
        try {
            port = server.port();
            startReaders();
            long start = System.nanoTime();
            long end = start + length.toNanos();
            long look = start;
            long storm = start + STORM.toNanos();
            long restart = start + RESTART.toNanos();
            while (System.nanoTime() < end) {
                append();
                long now = System.nanoTime();
                if (now > look) {
                    look = now + LOOK.toNanos();
                    heaps.add(LiveServerProcess.mebi(server.heap()));
                }
                if (now > storm) {
                    storm = now + STORM.toNanos();
                    storms++;
                    readers.forEach(SoakReader::comeBack);
                }
                if (now > restart) {
                    restart = now + RESTART.toNanos();
                    restarts++;
                    server.close();
                    server = LiveServerProcess.start("sqlite", folder);
                    port = server.port();
                }
            }
            finish();
        } finally {
            over.set(true);
            readers.forEach(SoakReader::comeBack);
            server.close();
        }
        report();
    }

    private void startReaders() {
        for (int i = 0; i < READERS + SLOW_READERS; i++) {
            SoakReader reader = new SoakReader("soak-" + i % SESSIONS, i >= READERS, () -> port, over);
            readers.add(reader);
            Thread.ofVirtual().start(reader);
        }
    }

    /** A handful of events to one session; what a restart cuts off is sent again under the same key. */
    private void append() throws InterruptedException {
        String session = "soak-" + random.nextInt(SESSIONS);
        try (Poster poster = new Poster(port)) {
            for (int i = 0; i < 20; i++) {
                poster.post(session, 1 + random.nextInt(PAYLOAD));
                appended++;
            }
        } catch (IOException e) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    /** Everybody who reads gets to the end. */
    private void finish() throws InterruptedException {
        List<SoakReader> checking = readers.subList(0, READERS);
        long limit = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        long[] ends = new long[SESSIONS];
        for (SoakReader reader : checking) {
            int session = Integer.parseInt(reader.session().substring("soak-".length()));
            ends[session] = Math.max(ends[session], reader.last());
        }
        for (SoakReader reader : checking) {
            int session = Integer.parseInt(reader.session().substring("soak-".length()));
            while (reader.last() < ends[session] && System.nanoTime() < limit) {
                TimeUnit.MILLISECONDS.sleep(20);
            }
            if (reader.last() < ends[session]) {
                throw new IllegalStateException("a reader of " + reader.session() + " stayed at " + reader.last()
                        + ", others have " + ends[session]);
            }
        }
    }

    private void report() {
        List<String> wrong = readers.stream()
                .map(SoakReader::trouble)
                .filter(trouble -> !trouble.isEmpty())
                .toList();
        long read = readers.stream().mapToLong(SoakReader::count).sum();
        long connections = readers.stream().mapToLong(SoakReader::connections).sum();
        System.out.printf(
                Locale.ROOT,
                "%,d events appended, %,d read by %d readers and %d slow ones over %,d connections; %d storms, %d restarts%n",
                appended,
                read,
                READERS,
                SLOW_READERS,
                connections,
                storms,
                restarts);
        System.out.printf(
                Locale.ROOT,
                "heap MB after collecting: first third %.1f, second %.1f, last %.1f (medians), most %.1f%n",
                median(0, 1),
                median(1, 2),
                median(2, 3),
                heaps.stream().mapToDouble(Double::doubleValue).max().orElse(0));
        if (!wrong.isEmpty()) {
            throw new IllegalStateException("what readers found wrong: " + wrong);
        }
        System.out.println("nothing missed, nothing repeated");
    }

    private double median(int from, int to) {
        double[] part = heaps.subList(heaps.size() * from / 3, Math.max(heaps.size() * to / 3, 1)).stream()
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        return part.length == 0 ? 0 : part[part.length / 2];
    }
}
