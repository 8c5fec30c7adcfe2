package dev.a2.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TimeZone;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** More seeds: {@code -Da2.simulation.seeds=1000}, and other ones: {@code -Da2.simulation.from=1000}. */
final class SimulationTest {
    private static final int STEPS = 100;

    private final Simulation simulation = new Simulation();

    static LongStream seeds() {
        long from = Long.getLong("a2.simulation.from", 1);
        return LongStream.range(from, from + Long.getLong("a2.simulation.seeds", 50));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void everythingHoldsWhateverHappens(long seed) {
        Outcome outcome = simulation.run(Plan.of(seed, STEPS, Set.of()));

        if (outcome.failure() != null) {
            Outcome smallest = new Shrinking(simulation, 200).shrink(outcome);
            throw new AssertionError(
                    smallest.plan() + " (" + smallest.weather() + ") breaks " + smallest.rule(), smallest.failure());
        }
    }

    @Test
    void oneSeedIsOneRun() {
        Plan plan = Plan.of(7, STEPS, Set.of());

        Outcome first = simulation.run(plan);
        Outcome second = simulation.trace(plan);

        assertThat(second.sum()).isEqualTo(first.sum());
        assertThat(simulation.run(Plan.of(8, STEPS, Set.of())).sum()).isNotEqualTo(first.sum());
        assertThat(second.trace()).hasSizeGreaterThan(1_000);
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(Strategy.class)
    void oneSeedIsOneRunInAnotherPlaceToo(Strategy strategy) {
        Plan plan = Plan.of(11, STEPS / 2, Set.of()).under(strategy);
        List<String> here = simulation.trace(plan).trace();
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("tr-TR"));
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kathmandu"));

            assertThat(simulation.trace(plan).trace()).isEqualTo(here);
        } finally {
            Locale.setDefault(locale);
            TimeZone.setDefault(zone);
        }
    }

    @Test
    void seedsUseEachStrategy() {
        assertThat(seeds().mapToObj(seed -> Plan.of(seed, 1, Set.of()).strategy()))
                .contains(Strategy.values());
    }

    @Test
    void aFailureShrinksToFewSteps() {
        Simulation broken = new Simulation(PlantedBug.RETRY_SKIPS);
        Outcome failed = broken.run(Plan.of(1, STEPS, Set.of()));

        Outcome smallest = new Shrinking(broken, 300).shrink(failed);

        assertThat(smallest.rule()).isEqualTo(failed.rule());
        assertThat(smallest.plan().steps()).hasSizeLessThan(15);
        assertThat(broken.run(smallest.plan()).sum()).isEqualTo(smallest.sum());
    }
}
