package dev.a2.store.sql.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.NewEvent;
import dev.a2.store.PresencePatch;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.SessionStore;
import dev.a2.store.Target;
import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two stores on one file, as in two processes: each finds out what the other did. */
class TwoStoresTest {
    @TempDir
    Path folder;

    private SessionStore here;
    private SessionStore there;

    @BeforeEach
    void open() {
        here = SqliteStore.open(folder.resolve("store.db"));
        there = SqliteStore.open(folder.resolve("store.db"));
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    private static NewEvent event(String id) {
        return NewEvent.of(id, "said", Json.NULL);
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waiting for " + what).isLessThan(end);
            Thread.sleep(2);
        }
    }

    private static final class Heard implements Wakeups.Listener {
        final Queue<Wakeup> wakeups = new ConcurrentLinkedQueue<>();

        @Override
        public void onWakeup(Wakeup wakeup) {
            wakeups.add(wakeup);
        }

        @Override
        public void onGap() {}

        boolean reached(long frontier) {
            return wakeups.stream().anyMatch(wakeup -> wakeup.frontier() == frontier);
        }
    }

    @Test
    void eachReadsWhatTheOtherWroteAndGoesOnFromThere() {
        here.append(AppendRequest.of("s", event("a")));
        there.append(AppendRequest.of("s", event("b")));
        here.append(AppendRequest.of("s", event("c")));

        assertThat(there.read("s", 0, null)).extracting(found -> found.id()).containsExactly("a", "b", "c");
        assertThat(here.verify("s")).isEmpty();
    }

    @Test
    void appendWakesListenersOfTheOtherStore() throws InterruptedException {
        Heard heard = new Heard();
        there.subscribe("s", heard);

        here.append(AppendRequest.of("s", event("a")));
        await("the first wake-up", () -> heard.reached(1));
        here.append(AppendRequest.of("s", event("b"), event("c")));
        here.append(AppendRequest.of("elsewhere", event("d")));
        await("the second wake-up", () -> heard.reached(3));

        assertThat(heard.wakeups).allMatch(wakeup -> wakeup.sessionId().equals("s"));
        assertThat(heard.wakeups)
                .as("found by looking, so bare")
                .allMatch(wakeup -> wakeup.events().isEmpty());
    }

    @Test
    void ownAppendIsNotHeardAgainAsIfFromOutside() throws InterruptedException {
        Heard heard = new Heard();
        Heard other = new Heard();
        here.subscribe("s", heard);
        here.subscribe("other", other);
        there.append(AppendRequest.of("s", event("a")));
        await("the append from outside", () -> heard.reached(1));

        here.append(AppendRequest.of("s", event("b")));
        there.append(AppendRequest.of("other", event("c")));
        await("a look at what is new", () -> other.reached(1));

        assertThat(heard.wakeups).extracting(Wakeup::frontier).containsExactly(1L, 2L);
    }

    @Test
    void manyNewEventsAreNotReadToFindOutWhoGrew() throws InterruptedException {
        Heard heard = new Heard();
        there.subscribe("s-7", heard);
        List<NewEvent> batch = java.util.stream.IntStream.range(0, 1_000)
                .mapToObj(i -> event("e-" + i))
                .toList();

        for (int session = 0; session < 10; session++) {
            here.append(AppendRequest.of("s-" + session, batch));
        }

        await("the wake-up", () -> heard.reached(1_000));
    }

    @Test
    void workIsHintedAtInTheOtherStore() throws InterruptedException {
        AtomicInteger hints = new AtomicInteger();
        there.subscribeWork(hints::incrementAndGet);

        here.append(AppendRequest.of("s", event("a").to(Target.each("c"))));

        await("the hint", () -> hints.get() > 0);
    }

    @Test
    void presenceIsHeardInTheOtherStoreOnly() throws InterruptedException {
        Queue<PresencePatch> heardHere = new ConcurrentLinkedQueue<>();
        Queue<PresencePatch> heardThere = new ConcurrentLinkedQueue<>();
        here.subscribePresence("s", heardHere::add);
        there.subscribePresence("s", heardThere::add);

        here.setPresence(update("ann", Map.of("cursor", Json.of("7"), "typing", Json.NULL)));
        await("ann's patch", () -> heardThere.size() == 1);
        there.setPresence(update("bob", Map.of("cursor", Json.of("8"))));
        await("bob's patch", () -> heardHere.size() == 1);

        assertThat(heardThere).singleElement().satisfies(patch -> {
            assertThat(patch.participant()).isEqualTo("ann");
            assertThat(patch.values()).isEqualTo(Map.of("cursor", Json.of("7"), "typing", Json.NULL));
            assertThat(patch.seen()).isEqualTo(3);
            assertThat(patch.at()).isEqualTo(Instant.ofEpochMilli(5));
        });
        assertThat(heardHere)
                .singleElement()
                .satisfies(patch -> assertThat(patch.participant()).isEqualTo("bob"));
    }

    private static PresenceUpdate update(String participant, Map<String, Json> values) {
        return new PresenceUpdate("s", participant, values, 3, Instant.ofEpochMilli(5), Duration.ofMinutes(1));
    }
}
