package dev.a2.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** BullMQ on the same server, run by Node where that and the installed package are there. */
final class BullMq {
    /** Our median rate of an operation. */
    @FunctionalInterface
    interface Ours {
        double median(String what, int callers);
    }

    private record Peer(double add, double process) {}

    private static final Pattern ANSWER = Pattern.compile("\\{\"add\":([0-9.]+),\"process\":([0-9.]+)}");

    private BullMq() {}

    static void run(MeasuredServer server, Benchmarks.Settings settings, Ours ours) throws Exception {
        Path folder = folder();
        if (folder == null) {
            System.out.println("\nBullMQ is skipped: run `npm ci` in benchmarks/peers/bullmq, and have node.");
            return;
        }
        System.out.println(
                "\n| callers | BullMQ add/s min/med/max | append to add | process and complete/s | life, runtime,"
                        + " to add, process, complete |");
        System.out.println("|---|---|---|---|---|");
        for (int callers : List.of(1, 16, 256)) {
            List<Peer> peers = new ArrayList<>();
            for (int repeat = 0; repeat < settings.repeats(); repeat++) {
                server.empty();
                peers.add(measure(folder, server.port(), callers, settings.seconds()));
            }
            Rates.Rate add = Rates.of(peers.stream().map(Peer::add).toList());
            Rates.Rate process = Rates.of(peers.stream().map(Peer::process).toList());
            double life = 1 / (1 / add.median() + 1 / process.median());
            System.out.printf(
                    Locale.ROOT,
                    "| %d | %s | %.2f | %s | %.2f |%n",
                    callers,
                    add,
                    ours.median("append", callers) / add.median(),
                    process,
                    ours.median("runtime", callers) / life);
        }
    }

    private static @Nullable Path folder() {
        return Stream.of("benchmarks/peers/bullmq", "peers/bullmq")
                .map(Path::of)
                .filter(folder -> Files.isDirectory(folder.resolve("node_modules/bullmq")) && hasNode())
                .findFirst()
                .orElse(null);
    }

    private static boolean hasNode() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "node")));
    }

    private static Peer measure(Path folder, int port, int callers, double seconds)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder("node", "run.js", "" + port, "" + callers, "" + callers, "" + seconds)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Matcher answer = ANSWER.matcher(said);
            if (!process.waitFor(60, TimeUnit.SECONDS) || !answer.find()) {
                throw new IllegalStateException("BullMQ did not run through: " + said);
            }
            return new Peer(Double.parseDouble(answer.group(1)), Double.parseDouble(answer.group(2)));
        } finally {
            process.destroyForcibly();
        }
    }
}
