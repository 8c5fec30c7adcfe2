package dev.a2.server.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One of the example workers as a process. */
final class WorkerProcess implements AutoCloseable {
    private static final long LIMIT_SECONDS = 20;

    /** The languages that there is an example in. */
    enum Language {
        JAVASCRIPT("node", "worker.mjs", "resizer"),
        PYTHON("python3", "worker.py", "captioner");

        final String command;
        final String file;
        final String consumer;

        Language(String command, String file, String consumer) {
            this.command = command;
            this.file = file;
            this.consumer = consumer;
        }

        /** Skips the test where the language is missing; in CI it must not be. */
        void require() {
            boolean isThere = isThere();
            if ("true".equals(System.getenv("A2_CI"))) {
                assertThat(isThere).as(command + " is needed in CI").isTrue();
            }
            assumeTrue(isThere, command + " is not installed here");
        }

        private boolean isThere() {
            try {
                Process process = new ProcessBuilder(command, "--version")
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
                return process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
            } catch (IOException e) {
                return false;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private final Process process;
    private final Path output;

    private WorkerProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** Starts one. */
    static WorkerProcess start(Language language, URI server, Path folder, Map<String, String> settings) {
        try {
            Path output = Files.createTempFile(folder, language.command, ".log");
            ProcessBuilder builder = new ProcessBuilder(
                            language.command,
                            Path.of("..", "examples", "workers", language.file).toString())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            Map<String, String> environment = builder.environment();
            environment
                    .keySet()
                    .removeIf(name -> name.toLowerCase(java.util.Locale.ROOT).endsWith("_proxy"));
            environment.put("A2_URL", server.toString());
            environment.put("PYTHONDONTWRITEBYTECODE", "1");
            environment.putAll(settings);
            return new WorkerProcess(builder.start(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends it without a word: SIGKILL. */
    void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Tells it to end, SIGTERM, and waits until it has; with what. */
    int stop() {
        process.destroy();
        awaitEnd();
        return process.exitValue();
    }

    private void awaitEnd() {
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("a worker did not end: " + output());
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What it printed. */
    String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
