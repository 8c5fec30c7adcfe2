package dev.a2.server.browserclient;

import dev.a2.Contract;
import dev.a2.EventType;
import dev.a2.Reducer;
import dev.a2.RetryPolicy;
import java.util.List;

/** What the real server of the browser client's tests handles: everything said is shouted back, what fails is a dead letter. */
final class Shouts {
    sealed interface Word {}

    @EventType("said")
    record Said(String text) implements Word {}

    @EventType("shouted")
    record Shouted(String text) implements Word {}

    @EventType("failing")
    record Failing(String why) implements Word {}

    record Count(int words) {}

    private static final Reducer<Word, Count> COUNT =
            Reducer.of("count", Count.class, new Count(0), (count, word) -> new Count(count.words() + 1));

    static final Contract<Word> CONTRACT = Contract.of("shouts", Word.class)
            .reducer(COUNT)
            .on(Said.class, (said, context) -> List.of(new Shouted(said.text() + "!")))
            .each(
                    "breaker",
                    each -> each.retry(RetryPolicy.none()).on(Failing.class, (failing, context) -> {
                        throw new IllegalStateException(failing.why());
                    }))
            .build();

    private Shouts() {}
}
