package dev.a2.testservers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;

/** The machine's own programs, each run to its end. */
final class Commands {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private Commands() {}

    /** Runs one that must succeed. */
    static void run(String... command) {
        run(List.of(command), InputStream.nullInputStream());
    }

    /** Runs one that must succeed and reads this. */
    static void run(List<String> command, InputStream input) {
        String name = String.join(" ", command);
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            try (var to = process.getOutputStream()) {
                input.transferTo(to);
            }
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            await(process, name);
            if (process.exitValue() != 0) {
                throw new IllegalStateException(name + " failed: " + said);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }

    /** Whether it can be run, and succeeds. */
    static boolean succeeds(String... command) {
        try {
            run(command);
            return true;
        } catch (IllegalStateException | UncheckedIOException e) {
            return false;
        }
    }

    /** What a test fails with that lacks something on this machine: it is skipped, but where A2_CI is true. */
    static RuntimeException missing(String reason) {
        return "true".equals(System.getenv("A2_CI"))
                ? new IllegalStateException(reason)
                : new TestAbortedException(reason);
    }

    /** Waits for its end. */
    static void await(Process process, String name) {
        try {
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException(name + " does not end");
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IllegalStateException(name + " was not waited for", e);
        }
    }
}
