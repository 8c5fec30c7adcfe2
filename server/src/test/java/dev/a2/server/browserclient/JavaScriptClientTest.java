package dev.a2.server.browserclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** Every test of the browser client, by its own name. Some of them use a real server, which they may stop and start. */
class JavaScriptClientTest {
    @TestFactory
    @Timeout(180)
    Stream<DynamicTest> testsOfTheBrowserClient() {
        if (!NodeTests.canRun()) {
            if ("true".equals(System.getenv("A2_CI"))) {
                fail("the browser client's tests need node 20 or newer");
            }
            abort("the browser client's tests need node 20 or newer");
        }
        try (ServerOnCommand server = ServerOnCommand.open()) {
            NodeTests.Report report = NodeTests.run(Map.of(
                    "A2_SERVER",
                    server.address(),
                    "A2_SERVER_TOKEN",
                    server.token(),
                    "A2_SERVER_CONTROL",
                    String.valueOf(server.controlPort())));

            List<NodeTests.Outcome> outcomes = report.outcomes();
            assertThat(outcomes).as(report.output()).hasSizeGreaterThan(50);
            return outcomes.stream().map(JavaScriptClientTest::test);
        }
    }

    private static DynamicTest test(NodeTests.Outcome outcome) {
        return DynamicTest.dynamicTest(outcome.name(), () -> {
            switch (outcome.word()) {
                case "passed" -> {}
                case "skipped" -> abort(outcome.why());
                default -> fail(outcome.why());
            }
        });
    }
}
