package dev.a2.benchmarks.live;

import dev.a2.A2;
import dev.a2.A2Options;
import dev.a2.Contract;
import dev.a2.codec.Json;
import dev.a2.store.SessionStore;
import dev.a2.store.memory.MemoryStore;
import dev.a2.store.sql.sqlite.SqliteStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** An append over HTTP beside the same append as a call of the library, on the same store. */
public final class HttpAppends {
    private static final int PAYLOAD = 200;

    private HttpAppends() {}

    /** One append, with the caller's number. */
    @FunctionalInterface
    private interface Append {
        void run(int caller) throws Exception;
    }

    /** Prints a table. */
    public static void run(Path folder, double seconds, int repeats) throws Exception {
        System.out.println("| store | callers | library appends/s | over HTTP | ratio |");
        System.out.println("|---|---|---|---|---|");
        for (String kind : List.of("memory", "sqlite")) {
            for (int callers : List.of(1, 16, 64)) {
                measure(kind, callers, folder, seconds, repeats);
            }
        }
    }

    private static void measure(String kind, int callers, Path folder, double seconds, int repeats) throws Exception {
        List<Double> library = new ArrayList<>();
        List<Double> http = new ArrayList<>();
        String payload = "{\"pad\":\"" + "x".repeat(PAYLOAD) + "\"}";
        Path own = folder.resolve(kind + callers + ".db");
        try (SessionStore store = kind.equals("memory") ? MemoryStore.open() : SqliteStore.open(own);
                A2<Object> a2 = A2.open(
                        Contract.untyped("measured"),
                        store,
                        A2Options.defaults().workers(false));
                LiveServerProcess server = LiveServerProcess.start(kind, folder)) {
            List<Poster> posters = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                posters.add(new Poster(server.port()));
            }
            for (int repeat = 0; repeat <= repeats; repeat++) {
                double lib = rate(callers, seconds, i -> a2.session("s" + i).appendRaw("measured", Json.of(payload)));
                double net = rate(callers, seconds, i -> posters.get(i).post("s" + i, PAYLOAD));
                if (repeat > 0) {
                    library.add(lib);
                    http.add(net);
                }
            }
            for (Poster poster : posters) {
                poster.close();
            }
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %d | %,.0f | %,.0f | %.2f |%n",
                kind,
                callers,
                median(library),
                median(http),
                median(http) / median(library));
    }

    private static double rate(int callers, double seconds, Append append) throws Exception {
        long start = System.nanoTime();
        long end = start + (long) (seconds * 1e9);
        List<Callable<Long>> loops = new ArrayList<>();
        for (int caller = 0; caller < callers; caller++) {
            int own = caller;
            loops.add(() -> {
                long done = 0;
                while (System.nanoTime() < end) {
                    append.run(own);
                    done++;
                }
                return done;
            });
        }
        long total = 0;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Long> loop : threads.invokeAll(loops)) {
                total += loop.get();
            }
        }
        return total * 1e9 / (System.nanoTime() - start);
    }

    private static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
