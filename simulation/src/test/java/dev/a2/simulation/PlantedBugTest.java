package dev.a2.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The simulation is worth what it finds: each planted bug, within a bounded number of seeds. */
final class PlantedBugTest {
    private static final int MOST_SEEDS = 100;
    private static final int STEPS = 60;

    private static List<Planting> bugs() {
        List<Planting> bugs = new ArrayList<>(List.of(PlantedBug.values()));
        bugs.addAll(List.of(PlantedSlip.values()));
        return bugs;
    }

    @Test
    void everyPlantedBugIsFound() throws IOException {
        List<String> table =
                new ArrayList<>(List.of("| planted bug | found with seed | strategy | by |", "|---|---|---|---|"));
        List<Planting> missed = new ArrayList<>();
        for (Planting bug : bugs()) {
            Simulation simulation = new Simulation(bug);
            Optional<Outcome> found = LongStream.rangeClosed(1, MOST_SEEDS)
                    .mapToObj(seed -> simulation.run(Plan.of(seed, STEPS, Set.of())))
                    .filter(outcome -> outcome.failure() != null)
                    .findFirst();
            found.ifPresentOrElse(outcome -> table.add(row(bug, outcome)), () -> missed.add(bug));
        }
        Files.write(Path.of("target", "planted-bugs.md"), table);
        assertThat(missed).isEmpty();
    }

    private static String row(Planting bug, Outcome found) {
        return Stream.of(bug, found.plan().seed(), found.plan().strategy(), found.rule())
                .map(cell -> String.valueOf(cell).toLowerCase(Locale.ROOT).replace('_', ' '))
                .collect(Collectors.joining(" | ", "| ", " |"));
    }
}
