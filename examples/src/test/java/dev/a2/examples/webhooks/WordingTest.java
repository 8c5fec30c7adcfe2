package dev.a2.examples.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.examples.webhooks.GitHubEvent.*;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Messages about the real deliveries. */
final class WordingTest {
    private static final List<Told> ALL = Delivery.examples().stream()
            .map(delivery -> Webhooks.read(delivery.type(), delivery.payload()).orElseThrow())
            .toList();

    @Test
    void eachMessageIsCompleteButThoseWithoutTemplate() {
        for (Told event : ALL) {
            if (event instanceof DraftChanged) {
                assertThatThrownBy(() -> Wording.of(event, Map.of()))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("no template for draft-changed");
            } else if (event instanceof OnThread
                    || event instanceof Pushed
                    || event instanceof Released
                    || event instanceof AlertChanged) {
                assertThat(Wording.of(event, Map.of()))
                        .doesNotContain("{")
                        .doesNotContain("  ")
                        .doesNotEndWith(" ");
            }
        }
    }

    @Test
    void aRepositoryBringsATemplate() {
        Told event = ALL.get(210);

        assertThat(Wording.of(event, Map.of("draft-changed", "{actor}: {thread}, draft {draft}")))
                .isEqualTo("Codertocat: #2 \"Update the README with new information.\", draft true");
    }
}
