package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the demo at random moments, again and again, and compares what it left in the end with what an undisturbed run
 * left; and lets two of them work on one store. More kills: {@code -Da2.demo.kills=200}; the same moments again: {@code
 * -Da2.demo.seed=…}.
 */
final class DemoKillTest {
    private static final int KILLS = Integer.getInteger("a2.demo.kills", 10);
    private static final long SEED = Long.getLong("a2.demo.seed", System.nanoTime());

    @TempDir
    private static Path folder;

    private static DemoOutcome undisturbed;
    private static Duration time;

    private final Random random = new Random(SEED);

    @BeforeAll
    static void runUndisturbed() throws Exception {
        long start = System.nanoTime();
        undisturbed = finish(folder.resolve("undisturbed.db"));
        time = Duration.ofNanos(System.nanoTime() - start);
        assertThat(undisturbed.left()).isEmpty();
    }

    @Test
    void nothingIsLostOrDoubled() throws Exception {
        System.out.println("seed " + SEED);
        int kills = 0;
        for (int round = 1; kills < KILLS; round++) {
            Path store = folder.resolve("killed-" + round + ".db");
            int killed = killUntilItEnds(store, time.dividedBy(2), KILLS - kills);
            kills += killed;

            assertThat(finish(store))
                    .as("seed %d, round %d, after %d kills", SEED, round, killed)
                    .isEqualTo(undisturbed);
        }
    }

    @Test
    void twoAtOnceDoTheWorkOnce() throws Exception {
        Path store = folder.resolve("shared.db");

        try (DemoProcess one = DemoProcess.start(store);
                DemoProcess other = DemoProcess.start(store)) {
            assertThat(one.finish()).endsWith("exit code 0");
            assertThat(other.finish()).endsWith("exit code 0");
        }

        assertThat(DemoOutcome.of(store)).isEqualTo(undisturbed);
    }

    /** So many times at most; how often it was killed before it came to its end. */
    private int killUntilItEnds(Path store, Duration most, int times) throws IOException, InterruptedException {
        for (int killed = 0; killed < times; killed++) {
            try (DemoProcess demo = DemoProcess.start(store)) {
                if (!demo.killAfter(Duration.ofMillis(random.nextLong(most.toMillis())))) {
                    return killed;
                }
                System.out.println("killed after: " + demo.lastSaid().strip());
            }
        }
        return times;
    }

    private static DemoOutcome finish(Path store) throws IOException, InterruptedException {
        try (DemoProcess demo = DemoProcess.start(store)) {
            assertThat(demo.finish()).endsWith("exit code 0");
        }
        return DemoOutcome.of(store);
    }
}
