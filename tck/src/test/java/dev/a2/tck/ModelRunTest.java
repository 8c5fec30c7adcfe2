package dev.a2.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.tck.model.NaiveStorage;
import dev.a2.tck.model.PlantedFault;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Tests the model test: it finds faults, tells the same story each time, and a short one. */
class ModelRunTest {
    private static final int LENGTH = 120;
    private static final int SEEDS = 100;

    @TestFactory
    Stream<DynamicTest> findsFaultsInFewSteps() {
        return Stream.of(
                        "settle ignores the attempt",
                        "an attempt is counted on failure only",
                        "the cursor is set to the highest settled event",
                        "a clear keeps old work",
                        "reclaim ignores pins",
                        "a lane moves on while its head waits for a retry",
                        "a typed log skips an event that a deployment appended which did not serve it",
                        "a lapsed claim is no failure",
                        "a pinned snapshot is dropped when it is overtaken",
                        "work that comes up is not marked")
                .map(what -> DynamicTest.dynamicTest(what, () -> findsInFewSteps(what)));
    }

    private static void findsInFewSteps(String what) {
        ModelRun run = new ModelRun(fault(what).storages(), 1);

        ModelRun.Difference found = firstDifference(run);
        ModelRun.Difference shrunk = run.shrink(found);

        assertThat(shrunk.steps())
                .as("the steps left of %s", found.steps().size())
                .hasSizeBetween(1, 20);
        assertThat(shrunk.what()).isNotBlank();
        assertThat(run.steps(shrunk.steps()))
                .as("the steps that are left, once more")
                .isEqualTo(shrunk);
    }

    @Test
    void aSeedAlwaysMakesTheSameSteps() {
        PlantedFault fault = fault("a lapsed claim is no failure");

        ModelRun.Difference first = firstDifference(new ModelRun(fault.storages(), 1));
        ModelRun.Difference second = firstDifference(new ModelRun(fault.storages(), 1));

        assertThat(second).isEqualTo(first);
    }

    @Test
    void theModelAgreesWithItself() {
        StoreFixture fixture = new NaiveFixture(NaiveStorage::new);
        ModelRun run = new ModelRun(fixture::freshStorage, 2);

        assertThat(run.seed(7, LENGTH)).isNull();
        assertThat(run.steps(List.of())).isNull();
    }

    private static ModelRun.Difference firstDifference(ModelRun run) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            ModelRun.Difference difference = run.seed(seed, LENGTH);
            if (difference != null) {
                return difference;
            }
        }
        throw new AssertionError("no difference in " + SEEDS + " seeds");
    }

    private static PlantedFault fault(String what) {
        return PlantedFault.all()
                .filter(fault -> fault.what().equals(what))
                .findFirst()
                .orElseThrow();
    }
}
