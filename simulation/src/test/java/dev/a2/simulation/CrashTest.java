package dev.a2.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Longer: {@code -Da2.crash.seconds=3600}; the same kills again: {@code -Da2.crash.seed=…}. */
final class CrashTest {
    @TempDir
    private Path folder;

    @Test
    void processesThatDieLoseAndDoubleNothing() throws Exception {
        long seed = Long.getLong("a2.crash.seed", System.nanoTime());
        System.out.println("seed " + seed);

        CrashRun.Report report =
                new CrashRun(folder, seed).run(Duration.ofSeconds(Long.getLong("a2.crash.seconds", 15)));

        System.out.println(report);
        assertThat(report.appended()).isPositive();
        assertThat(report.kills()).isPositive();
    }
}
