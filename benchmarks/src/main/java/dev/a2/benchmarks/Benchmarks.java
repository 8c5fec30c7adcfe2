package dev.a2.benchmarks;

import dev.a2.benchmarks.live.FanOut;
import dev.a2.benchmarks.live.HttpAppends;
import dev.a2.benchmarks.live.Soak;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Runs the benchmarks named on the command line, or all of them. */
public final class Benchmarks {
    /** Measures something and prints it. */
    @FunctionalInterface
    interface Benchmark {
        void run(Path folder, Settings settings) throws Exception;
    }

    /**
     * How thorough to be.
     *
     * @param seconds length of each timed stretch
     * @param repeats how often each is taken; the median is printed with the extremes
     * @param large events of a large session
     */
    record Settings(double seconds, int repeats, int large) {
        static Settings fromProperties() {
            return new Settings(
                    Double.parseDouble(System.getProperty("a2.bench.seconds", "3")),
                    Integer.getInteger("a2.bench.repeats", 3),
                    Integer.getInteger("a2.bench.large", 1_000_000));
        }
    }

    private static final Map<String, Benchmark> ALL = all();

    private Benchmarks() {}

    private static Map<String, Benchmark> all() {
        Map<String, Benchmark> all = new LinkedHashMap<>();
        all.put("appends", Appends::run);
        all.put("lives", Lives::run);
        all.put("growth", Growth::run);
        all.put("states", States::run);
        all.put("idle", Idle::run);
        all.put("polls", Polls::run);
        all.put("redis", RedisRates::run);
        all.put("stores", StoreRates::run);
        all.put("live", Benchmarks::live);
        all.put("soak", Benchmarks::soak);
        return Collections.unmodifiableMap(all);
    }

    /**
     * Runs benchmarks in a temporary folder.
     *
     * @param names of {@code appends lives growth states idle polls redis stores live soak}; none: all
     */
    public static void main(String[] names) throws Exception {
        List<String> wanted = names.length == 0 ? List.copyOf(ALL.keySet()) : List.of(names);
        for (String name : wanted) {
            if (!ALL.containsKey(name)) {
                System.err.println("there is no benchmark '" + name + "'; there are " + ALL.keySet());
                System.exit(2);
            }
        }
        Settings settings = Settings.fromProperties();
        for (String name : wanted) {
            run(name, settings);
        }
    }

    private static void live(Path folder, Settings settings) throws Exception {
        FanOut.run(folder, settings.large() / 200, 3 * settings.seconds());
        System.out.println();
        HttpAppends.run(folder, settings.seconds(), settings.repeats());
    }

    private static void soak(Path folder, Settings settings) throws Exception {
        long seed = Long.getLong("a2.bench.seed", 1);
        Soak.run(folder, seed, Duration.ofMillis((long) (settings.seconds() * 10_000)));
    }

    static Set<String> names() {
        return ALL.keySet();
    }

    static void run(String name, Settings settings) throws Exception {
        Path folder = Files.createTempDirectory("a2-bench");
        try {
            System.out.println("\n## " + name);
            Objects.requireNonNull(ALL.get(name)).run(folder, settings);
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
