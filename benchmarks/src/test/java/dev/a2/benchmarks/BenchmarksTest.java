package dev.a2.benchmarks;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Each benchmark runs through on tiny sizes; nothing is measured here. */
final class BenchmarksTest {
    @TestFactory
    Stream<DynamicTest> eachRunsThrough() {
        return Benchmarks.names().stream()
                .map(name -> DynamicTest.dynamicTest(
                        name, () -> Benchmarks.run(name, new Benchmarks.Settings(0.1, 1, 2_000))));
    }
}
