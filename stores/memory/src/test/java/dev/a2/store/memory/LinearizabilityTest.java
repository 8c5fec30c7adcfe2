package dev.a2.store.memory;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.ClearRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
import dev.a2.store.Event;
import dev.a2.store.FailRequest;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.Target;
import dev.a2.store.When;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/** Whatever threads do to one session at once, the answers are those of some order of the calls (Lincheck). */
final class LinearizabilityTest {
    @Test
    void memoryStoreIsLinearizableUnderStress() {
        new StressOptions()
                .iterations(30)
                .invocationsPerIteration(300)
                .threads(3)
                .actorsPerThread(3)
                .check(OneSession.class);
    }

    @Test
    void aCheckBeforeTheActIsNoticed() {
        StressOptions options = new StressOptions()
                .iterations(10)
                .invocationsPerIteration(500)
                .threads(3)
                .actorsPerThread(2)
                .minimizeFailedScenario(false);

        assertThatThrownBy(() -> options.check(CheckThenAct.class)).hasMessageContaining("Invalid execution results");
    }

    /** The operations of a worker and a writer on one session. */
    @Param(name = "id", gen = IntGen.class, conf = "1:3")
    @Param(name = "index", gen = IntGen.class, conf = "1:3")
    @Param(name = "attempt", gen = IntGen.class, conf = "1:2")
    public static class OneSession {
        private final SessionStore store = MemoryStore.open(MemoryStore.Options.defaults()
                .clock(() -> Instant.ofEpochMilli(1_000))
                .ids(() -> "generated")
                .delivery(Runnable::run));

        @Operation
        public String append(@Param(name = "id") int id) {
            return answer(() -> indexes(store.append(AppendRequest.of(
                            "s", NewEvent.of("e" + id, "t", Json.NULL).to(Target.each("w"), Target.lane("q", "lane"))))
                    .events()));
        }

        @Operation
        public String claim() {
            return answer(
                    () -> switch (store.claimAvailable(ClaimRequest.of("s", "h", When.at(Instant.ofEpochMilli(2_000)))
                            .limit(2))) {
                        case ClaimResult.Claimed claimed ->
                            claimed.heads().stream()
                                    .map(head -> head.attempt().toString())
                                    .toList()
                                    .toString();
                        case ClaimResult.Busy busy -> busy.toString();
                        case ClaimResult.Settled settled -> settled.toString();
                    });
        }

        @Operation
        public String complete(@Param(name = "index") int index, @Param(name = "attempt") int attempt) {
            AttemptRef ref = new AttemptRef("q", "lane", index, attempt);
            NewEvent returned = NewEvent.of("r" + index, "t", Json.NULL);
            return answer(() -> store.completeAttempt(CompleteRequest.of("s", ref, returned))
                            instanceof CompleteResult.Completed completed
                    ? indexes(completed.events())
                    : "superseded");
        }

        @Operation
        public String fail(@Param(name = "index") int index, @Param(name = "attempt") int attempt) {
            AttemptRef ref = new AttemptRef("w", null, index, attempt);
            return answer(() -> store.failAttempt(new FailRequest("s", ref, "boom", 2, null))
                    .toString());
        }

        @Operation
        public String clear() {
            return answer(() -> store.clear(ClearRequest.of("s")).toString());
        }

        @Operation
        public String read() {
            return answer(() -> indexes(store.read("s", 0, null)));
        }

        private static String indexes(List<Event> events) {
            return events.stream()
                    .map(event -> event.index() + event.id())
                    .toList()
                    .toString();
        }

        private static String answer(Supplier<String> call) {
            try {
                return call.get();
            } catch (StoreException e) {
                return e.code().name();
            }
        }
    }

    /** Looks at the frontier and appends in two steps: wrong, so that the check above is seen to find what is wrong. */
    public static class CheckThenAct {
        private final SessionStore store = MemoryStore.open(MemoryStore.Options.defaults()
                .clock(() -> Instant.ofEpochMilli(1_000))
                .delivery(Runnable::run));

        @Operation
        public long appendAndTellTheFrontierBefore() {
            long before = store.bounds("s").frontier();
            for (int i = 0; i < 500; i++) {
                Thread.onSpinWait();
            }
            store.append(AppendRequest.of("s", NewEvent.of(null, "t", Json.NULL)));
            return before;
        }
    }
}
