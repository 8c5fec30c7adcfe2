package dev.a2.server.browserclient;

import dev.a2.codec.JsonFields;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Node's test runner on the files of {@code clients/js/test}. */
final class NodeTests {
    private static final Path CLIENT = Path.of("..", "clients", "js");
    private static final int OLDEST_NODE = 20;
    private static final int LIMIT_SECONDS = 150;

    private NodeTests() {}

    /** One test as node saw it; the word is passed, failed or skipped. */
    record Outcome(String word, String name, String why) {}

    /** All outcomes, and everything that was said, with the seed. */
    record Report(List<Outcome> outcomes, String output) {}

    /** Whether there is a node that is new enough. */
    static boolean canRun() {
        try {
            String version = run(List.of("node", "--version"), Map.of());
            return Integer.parseInt(version.strip().replaceAll("^v|\\..*$", "")) >= OLDEST_NODE;
        } catch (UncheckedIOException | NumberFormatException e) {
            return false;
        }
    }

    static Report run(Map<String, String> environment) {
        List<String> command = new ArrayList<>(List.of("node", "--test", "--test-reporter=./testkit/reporter.js"));
        command.addAll(testFiles());
        String output = run(command, environment);
        List<Outcome> outcomes = new ArrayList<>();
        output.lines().filter(line -> line.startsWith("{\"outcome\":")).forEach(line -> {
            JsonFields fields = JsonFields.of(line);
            String why = Optional.ofNullable(fields.optionalText("why")).orElse("");
            outcomes.add(new Outcome(fields.text("outcome"), fields.text("name"), why));
        });
        if (outcomes.isEmpty() || !outcomes.removeLast().word().equals("end")) {
            throw new IllegalStateException("node's tests did not come to an end: " + output);
        }
        return new Report(outcomes, output);
    }

    private static List<String> testFiles() {
        try (Stream<Path> files = Files.list(CLIENT.resolve("test"))) {
            return files.map(file -> CLIENT.relativize(file).toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a program said until it ended; one that does not end in time is ended. */
    private static String run(List<String> command, Map<String, String> environment) {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(CLIENT.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            Thread watch = Thread.ofVirtual().start(() -> endLater(process));
            try {
                return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            } finally {
                process.destroyForcibly();
                watch.interrupt();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void endLater(Process process) {
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            // It has ended.
        }
    }
}
