package dev.a2.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * BullMQ on the same server, run by Node where that and the installed package are there.
 *
 * @param add jobs added per second
 * @param addMicros its process's processor time for one
 * @param process waiting jobs processed and completed per second
 * @param startMicros from adding a job to the start of its processor, one at a time, the median
 */
record BullMq(double add, double addMicros, double process, double startMicros) {
    private static final String NUMBER = "([0-9.]+)";
    private static final Pattern ANSWER = Pattern.compile("\\{\"add\":" + NUMBER + ",\"addMicros\":" + NUMBER
            + ",\"process\":" + NUMBER + ",\"startMicros\":" + NUMBER + "}");

    /** Jobs added, processed and completed per second, one after the other. */
    double life() {
        return 1 / (1 / add + 1 / process);
    }

    /** What it does with so many callers, and jobs at once; null where it is not installed. */
    static @Nullable BullMq measure(MeasuredServer server, int callers, double seconds)
            throws IOException, InterruptedException {
        Path folder = folder();
        if (folder == null) {
            return null;
        }
        server.empty();
        List<String> command = List.of("node", "run.js", "" + server.port(), "" + callers, "" + callers, "" + seconds);
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Matcher answer = ANSWER.matcher(said);
            if (!process.waitFor(60, TimeUnit.SECONDS) || !answer.find()) {
                throw new IllegalStateException("BullMQ did not run through: " + said);
            }
            return new BullMq(number(answer, 1), number(answer, 2), number(answer, 3), number(answer, 4));
        } finally {
            process.destroyForcibly();
        }
    }

    private static double number(Matcher answer, int group) {
        return Double.parseDouble(answer.group(group));
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
}
