package dev.a2.server.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.Contract;
import dev.a2.server.FeedReader;
import dev.a2.server.ServerFixture;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Handlers of the server's own contracts and workers elsewhere, side by side in one session. */
class MixedWorkTest {
    /** What happens in a session. */
    sealed interface Talk {}

    /** Handled by the contract, which echoes it. */
    record Called(int n) implements Talk {}

    /** Handled by nobody here. */
    record Echoed(int n) implements Talk {}

    private static final Contract<Talk> TALK = Contract.of("talk", Talk.class)
            .event(Called.class, "called")
            .event(Echoed.class, "echoed")
            .each("echo", echo -> echo.on(Called.class, (called, context) -> List.of(new Echoed(called.n()))))
            .log("audit", log -> log.raw((event, context) -> {}))
            .build();

    private static ServerFixture fixture;
    private static WorkClient worker;

    @BeforeAll
    static void open() {
        fixture = ServerFixture.open(options -> options.contract(TALK));
        worker = new WorkClient(fixture, "worker");
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    @Test
    void oneEventCanBeForBoth() {
        try (FeedReader feed = fixture.feed(ServerFixture.session("both", "/feed"))) {
            worker.append(
                    "both", "{\"type\":\"called\",\"payload\":{\"n\":1},\"targets\":[{\"consumer\":\"elsewhere\"}]}");
            Handed claim = worker.claimOne("elsewhere");
            worker.complete(claim, "[{\"type\":\"called\",\"payload\":{\"n\":2}}]");

            List<String> types = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                types.add(feed.next("").data().replaceAll(".*\"type\":\"(.*?)\".*\"n\":(\\d).*", "$1 $2"));
            }

            assertThat(claim.payload()).isEqualTo("{\"n\":1}");
            assertThat(types).containsExactlyInAnyOrder("called 1", "echoed 1", "called 2", "echoed 2");
        }
    }

    @Test
    void aLogConsumerOfAContractIsNotFollowedElsewhere() {
        String body = worker.claimBody("[{\"name\":\"audit\",\"log\":{}}]", "");

        assertThat(worker.post("claim", body).body())
                .contains("INVALID_ARGUMENT", "a contract of this server has a consumer audit");
    }

    @Test
    void aCompletionThatNoContractCanReadIsRefused() {
        worker.append("unreadable", "elsewhere-2", "1");

        assertThat(worker.complete(worker.claimOne("elsewhere-2"), "[{\"type\":\"called\",\"payload\":{\"n\":\"x\"}}]")
                        .statusCode())
                .isEqualTo(400);
    }
}
