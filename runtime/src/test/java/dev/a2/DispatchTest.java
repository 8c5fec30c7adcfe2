package dev.a2;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DispatchTest {
    sealed interface Ping {}

    record Asked(int n) implements Ping {}

    record Answered(int n) implements Ping {}

    private final World world = new World();
    private final List<String> log = new ArrayList<>();

    @AfterEach
    void end() {
        world.close();
    }

    @Test
    @DisplayName("RT-4 a handler's events are appended with their cause, and nothing is left")
    void handles() {
        Contract<Ping> contract = Contract.of("ping", Ping.class)
                .on(Asked.class, (asked, context) -> List.of(new Answered(asked.n())))
                .build();
        Session<Ping> session = world.open(contract).session("s");

        session.append(new Asked(1));
        world.drain();

        assertThat(session.history().map(Recorded::event)).containsExactly(new Asked(1), new Answered(1));
        assertThat(session.rawHistory(1).toList().get(0).cause()).satisfies(cause -> {
            assertThat(cause.consumer()).isEqualTo("a2.handlers");
            assertThat(cause.index()).isEqualTo(1);
        });
        assertThat(world.store.listWork(null, 10)).isEmpty();
        assertThat(session.settle(Duration.ZERO)).isEqualTo(new Settlement(true, List.of()));
    }
}
