package dev.a2.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
    record Settings(int seconds, int repeats, int large) {
        static Settings fromProperties() {
            return new Settings(
                    Integer.getInteger("a2.bench.seconds", 3),
                    Integer.getInteger("a2.bench.repeats", 3),
                    Integer.getInteger("a2.bench.large", 1_000_000));
        }
    }

    private static final Map<String, Benchmark> ALL = new LinkedHashMap<>();

    static {
        ALL.put("appends", Appends::run);
        ALL.put("lives", Lives::run);
        ALL.put("growth", Growth::run);
        ALL.put("states", States::run);
        ALL.put("idle", Idle::run);
    }

    private Benchmarks() {}

    /**
     * Runs benchmarks in a temporary folder.
     *
     * @param names of {@code appends lives growth states idle}; none: all
     */
    public static void main(String[] names) throws Exception {
        List<String> wanted = names.length == 0 ? List.copyOf(ALL.keySet()) : List.of(names);
        for (String name : wanted) {
            Benchmark benchmark = ALL.get(name);
            if (benchmark == null) {
                System.err.println("there is no benchmark '" + name + "'; there are " + ALL.keySet());
                System.exit(2);
            }
        }
        Settings settings = Settings.fromProperties();
        for (String name : wanted) {
            Path folder = Files.createTempDirectory("a2-bench");
            try {
                System.out.println("\n## " + name);
                ALL.get(name).run(folder, settings);
            } finally {
                Files.walk(folder).sorted((a, b) -> b.compareTo(a)).forEach(path -> path.toFile().delete());
            }
        }
    }
}
