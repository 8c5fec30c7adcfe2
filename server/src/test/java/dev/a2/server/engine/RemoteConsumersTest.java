package dev.a2.server.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.server.http.Problem;
import dev.a2.store.LogOptions;
import dev.a2.store.ServedConsumer;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RemoteConsumersTest {
    private static final LogOptions OLD = new LogOptions("", Set.of("a"), true);
    private static final LogOptions NEW = new LogOptions("", Set.of("a", "b"), true);

    private long now;
    private final RemoteConsumers remote = new RemoteConsumers(() -> now);

    @Test
    void theNewestTypesCountWhoeverAsksNext() {
        boolean first = remote.ask("audit", OLD);
        boolean same = remote.ask("audit", OLD);
        boolean changed = remote.ask("audit", NEW);
        boolean straggler = remote.ask("audit", OLD);

        assertThat(new boolean[] {first, same, changed, straggler}).containsExactly(true, false, true, false);
        assertThat(remote.logs()).containsExactly(ServedConsumer.log("audit", NEW));
    }

    @Test
    void theOldTypesComeBackWhenNobodyAsksForTheNewOnesAnyMore() {
        remote.ask("audit", OLD);
        remote.ask("audit", NEW);
        pass(Duration.ofMinutes(3));
        remote.ask("audit", OLD);
        pass(Duration.ofMinutes(3));

        assertThat(remote.ask("audit", OLD)).isTrue();

        assertThat(remote.logs()).containsExactly(ServedConsumer.log("audit", OLD));
    }

    @Test
    void whoeverIsNotAskedForIsForgotten() {
        remote.ask("audit", OLD);
        pass(Duration.ofMinutes(6));

        remote.forget();

        assertThat(remote.logs()).isEmpty();
        assertThat(remote.ask("audit", new LogOptions("other", null, false))).isTrue();
    }

    @Test
    void anotherLaneOrStartIsRefused() {
        remote.ask("audit", OLD);

        assertThatThrownBy(() -> remote.ask("audit", new LogOptions("lane", Set.of("a"), true)))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("audit")
                .hasMessageContaining("lane \"\" and backfill true");
        assertThatThrownBy(() -> remote.ask("audit", new LogOptions("", Set.of("a"), false)))
                .isInstanceOf(Problem.class);
    }

    @Test
    void thereIsAnEndToHowManyAreServed() {
        for (int i = 0; i < 100; i++) {
            remote.ask("log " + i, OLD);
        }

        assertThatThrownBy(() -> remote.ask("one more", OLD)).hasMessageContaining("100 log consumers");
        for (int i = 0; i < 7; i++) {
            remote.ask("log 1", new LogOptions("", Set.of("t" + i), true));
        }
        assertThatThrownBy(() -> remote.ask("log 1", new LogOptions("", null, true)))
                .hasMessageContaining("agree on one");
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }
}
