package dev.a2.testservers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.testservers.KeyLockingRules.Reach;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The bridge is what it stands for as far as the service's own client can tell. */
final class UpstashClientTest {
    private static final Path FOLDER = Path.of("upstash-client");
    private static final int LIMIT_SECONDS = 60;

    @Test
    void realClientFindsWhatItExpects() throws IOException, InterruptedException {
        demand(
                Files.isDirectory(FOLDER.resolve("node_modules/@upstash/redis")),
                "npm ci in testservers/upstash-client");
        demand(ends("node", "--version").code() == 0, "Node");

        try (RestBridge bridge = RestBridge.start(Reach.DECLARED)) {
            Ended checks = ends("node", "check.mjs", bridge.address(), RestBridge.TOKEN);

            assertThat(checks.output()).contains("13 checks passed");
            assertThat(checks.code()).isZero();
        }
    }

    private static void demand(boolean isThere, String what) {
        if (!isThere) {
            throw Commands.missing("this test needs " + what);
        }
    }

    private record Ended(int code, String output) {}

    private static Ended ends(String... command) throws InterruptedException {
        try {
            Path output = Files.createTempFile("a2-node", ".txt");
            Process process = new ProcessBuilder(List.of(command))
                    .directory(FOLDER.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            process.destroyForcibly();
            String said = Files.readString(output, StandardCharsets.UTF_8);
            Files.delete(output);
            return new Ended(ended ? process.exitValue() : -1, said);
        } catch (IOException e) {
            return new Ended(-1, String.valueOf(e.getMessage()));
        }
    }
}
