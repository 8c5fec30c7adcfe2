package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Kills the demo at random moments, again and again, and compares what it left in the end with what an undisturbed run
 * left; and lets two of them work on one store. More kills: {@code -Da2.demo.kills=200}; the same moments again: {@code
 * -Da2.demo.seed=…}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DemoKills {
    private static final long SEED = Long.getLong("a2.demo.seed", System.nanoTime());

    private final int kills;
    private final Random random = new Random(SEED);
    private DemoOutcome undisturbed;
    private Duration time;

    /** So many in one test, unless more are asked for. */
    DemoKills(int kills) {
        this.kills = Integer.getInteger("a2.demo.kills", kills);
    }

    /** The URL of a store that is not there yet. */
    abstract String freshStore(String name);

    @BeforeAll
    void runUndisturbed() throws Exception {
        System.out.println("seed " + SEED);
        long start = System.nanoTime();
        undisturbed = finish(freshStore("undisturbed"));
        time = Duration.ofNanos(System.nanoTime() - start);
        assertThat(undisturbed.left()).isEmpty();
    }

    @Test
    void nothingIsLostOrDoubled() throws Exception {
        int done = 0;
        for (int round = 1; done < kills; round++) {
            String store = freshStore("killed-" + round);
            int killed = killUntilItEnds(store, kills - done);
            done += killed;

            isAsUndisturbed(finish(store), "round " + round + ", after " + killed + " kills");
        }
    }

    @Test
    void twoAtOnceDoTheWorkOnce() throws Exception {
        String store = freshStore("shared");

        try (DemoProcess one = DemoProcess.start(store);
                DemoProcess other = DemoProcess.start(store)) {
            assertThat(one.finish()).endsWith("exit code 0");
            assertThat(other.finish()).endsWith("exit code 0");
        }

        isAsUndisturbed(DemoOutcome.of(store), "two at once");
    }

    /** So many times at most; how often it was killed before it came to its end. */
    private int killUntilItEnds(String store, int times) throws IOException, InterruptedException {
        for (int killed = 0; killed < times; killed++) {
            try (DemoProcess demo = DemoProcess.start(store)) {
                if (!demo.killAfter(moment())) {
                    return killed;
                }
                System.out.println("killed after: " + demo.lastSaid().strip());
            }
        }
        return times;
    }

    /** Any while of an undisturbed run's first half. */
    final Duration moment() {
        return Duration.ofMillis(random.nextLong(time.dividedBy(2).toMillis()));
    }

    final void isAsUndisturbed(DemoOutcome outcome, String when) {
        assertThat(outcome).as("seed %d, %s", SEED, when).isEqualTo(undisturbed);
    }

    static DemoOutcome finish(String store) throws IOException, InterruptedException {
        try (DemoProcess demo = DemoProcess.start(store)) {
            assertThat(demo.finish()).endsWith("exit code 0").doesNotContain("SLF4J");
        }
        return DemoOutcome.of(store);
    }
}
