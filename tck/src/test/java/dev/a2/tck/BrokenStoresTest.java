package dev.a2.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.a2.tck.model.PlantedFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Tests the kit: on stores with one fault each, a test of the right rule fails, and its message can be understood. */
class BrokenStoresTest {
    private static final Launcher LAUNCHER = LauncherFactory.create();
    private static final Map<String, String> ROWS = new TreeMap<>();

    /** How one run of the kit went: failures by display name. */
    private record Run(int tests, Map<String, Throwable> failures) {}

    @TestFactory
    Stream<DynamicTest> everyPlantedFaultIsFound() {
        List<PlantedFault> faults = PlantedFault.all().toList();
        assertThat(faults).hasSizeGreaterThanOrEqualTo(25);
        return faults.stream()
                .map(fault -> DynamicTest.dynamicTest(fault.rule() + " finds: " + fault.what(), () -> {
                    Run run = runKit(fault);

                    assertThat(run.failures())
                            .as(
                                    "tests of %s that fail, of %s, on a store where %s",
                                    fault.rule(), run.tests(), fault.what())
                            .isNotEmpty();
                    assertThat(run.failures().values())
                            .as("the failures of %s on a store where %s", fault.rule(), fault.what())
                            .anySatisfy(failure -> isReadable(failure, fault));
                    ROWS.put(fault.rule() + fault.what(), row(fault, run));
                }));
    }

    private static void isReadable(Throwable failure, PlantedFault fault) {
        assertThat(failure).isInstanceOf(AssertionError.class);
        assertThat(failure.getMessage()).contains(fault.rule(), fault.says());
    }

    private static Run runKit(PlantedFault fault) {
        BrokenTck.planted = fault;
        Map<String, Throwable> failures = new TreeMap<>();
        List<String> tests = new ArrayList<>();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(BrokenTck.class))
                .configurationParameter("a2.tck.rules", fault.rule())
                .build();
        LAUNCHER.execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest()) {
                    tests.add(test.getDisplayName());
                }
                result.getThrowable()
                        .filter(thrown -> result.getStatus() == TestExecutionResult.Status.FAILED)
                        .ifPresent(thrown -> failures.put(test.getDisplayName(), thrown));
            }
        });
        return new Run(tests.size(), failures);
    }

    private static String row(PlantedFault fault, Run run) {
        Map.Entry<String, Throwable> first = run.failures().entrySet().stream()
                .filter(failure ->
                        String.valueOf(failure.getValue().getMessage()).contains(fault.says()))
                .findFirst()
                .orElseThrow();
        String message = String.valueOf(first.getValue().getMessage()).strip().replaceAll("\\s+", " ");
        return "| %s | %s | %d of %d | %s | %s |%n"
                .formatted(
                        fault.what(),
                        fault.rule(),
                        run.failures().size(),
                        run.tests(),
                        first.getKey(),
                        message.substring(0, Math.min(160, message.length())).replace("|", "\\|"));
    }

    @AfterAll
    static void writeTable() throws IOException {
        StringBuilder table = new StringBuilder("# Planted faults, and the tests that find them\n\n")
                .append("| a store where … | rule | its tests that fail | one of them | says |\n")
                .append("| --- | --- | --- | --- | --- |\n");
        ROWS.values().forEach(table::append);
        Files.writeString(Files.createDirectories(Path.of("target")).resolve("planted-faults.md"), table);
    }
}
