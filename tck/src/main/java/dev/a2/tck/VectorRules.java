package dev.a2.tck;

import static org.assertj.core.api.Assertions.fail;

import dev.a2.replay.ReplayReport;
import dev.a2.replay.Replayer;
import dev.a2.replay.Trace;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** The golden vectors: recorded operations of another implementation, answered the same to the last member. */
public interface VectorRules {
    /** Where the stores come from. */
    StoreFixture fixture();

    /** Small scenarios, each for a few rules. */
    @TestFactory
    @Tag("vectors")
    default Stream<DynamicTest> goldenVectorsNamed() {
        return Vectors.in("named").map(this::replayed);
    }

    /** Long random traces over two or three sessions. */
    @TestFactory
    @Tag("vectors")
    default Stream<DynamicTest> goldenVectorsRandom() {
        return Vectors.in("random").map(this::replayed);
    }

    /** Traces of the Redis layout, without what looks below the contract. */
    @TestFactory
    @Tag("vectors")
    default Stream<DynamicTest> goldenVectorsLayout() {
        return Vectors.in("layout").map(this::replayed);
    }

    private DynamicTest replayed(String file) {
        Trace trace = Vectors.trace(file);
        String name = file.replace(".jsonl", "") + " " + String.join(" ", trace.rules());
        return DynamicTest.dynamicTest(name.strip(), () -> {
            try (StoreFixture.Storage storage = fixture().freshStorage()) {
                ReplayReport report = new Replayer(storage::open).replay(trace);
                report.difference().ifPresent(difference -> fail(trace.about() + "\n" + difference));
            }
        });
    }
}
