package dev.a2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.codec.Json;
import dev.a2.store.Cursor;
import dev.a2.store.Event;
import dev.a2.store.StoreException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a session tells of itself. */
class SessionTest {
    sealed interface Step {}

    record Walked(int n) implements Step {}

    record Fell(int n) implements Step {}

    private static final Reducer<Step, Integer> COUNT =
            Reducer.of("count", Integer.class, 0, (count, step) -> count + 1);

    private final World world = new World();
    private final FaultyStore calls = new FaultyStore(world.store);

    @AfterEach
    void end() {
        world.close();
    }

    private Session<Step> open(Contract<Step> contract) {
        return world.open(contract, calls.store(), world.options()).session("s");
    }

    private Session<Step> walked(int steps) {
        Session<Step> session =
                open(Contract.of("steps", Step.class).reducer(COUNT).build());
        session.append(IntStream.rangeClosed(1, steps).mapToObj(Walked::new).toList());
        return session;
    }

    @Test
    @DisplayName("RT-14 a history is read page by page, as far as it is used")
    void historyInPages() {
        Session<Step> session = walked(900);
        calls.calls.clear();

        assertThat(session.history(100).findFirst())
                .hasValueSatisfying(first -> assertThat(first.event()).isEqualTo(new Walked(101)));
        assertThat(calls.count("read")).isEqualTo(1);
        assertThat(session.history(100).map(Recorded::index))
                .hasSize(800)
                .isSorted()
                .endsWith(900L);
        assertThat(calls.count("read")).isEqualTo(1 + 2);
    }

    @Test
    @DisplayName("RD-2 a history that is cleared while it is read says so")
    void historyIsCleared() {
        Session<Step> session = walked(900);
        Iterator<Event> history = session.rawHistory(0).iterator();
        history.next();
        session.clear();

        assertThatThrownBy(() -> history.forEachRemaining(event -> {}))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("session \"s\" was cleared while its history was read, after index 500");
        assertThat(session.rawHistory(0).map(Event::index)).containsExactly(901L);
    }

    @Test
    @DisplayName("RT-14 a history ends where the log ended when its reading began")
    void historyEnds() {
        Session<Step> session = walked(3);

        Iterator<Event> history = session.rawHistory(0).iterator();
        assertThat(history.next().index()).isEqualTo(1);
        session.append(new Walked(4));

        assertThat(history).toIterable().extracting(Event::index).containsExactly(2L, 3L);
    }

    @Test
    @DisplayName("RT-1 a state passes over events of unknown types")
    void unknownInState() {
        Session<Step> session = walked(2);

        session.appendRaw("martian", Json.of("[1]"));
        session.append(new Walked(3));

        assertThat(session.state(COUNT)).isEqualTo(3);
        assertThat(session.state(COUNT, 3)).isEqualTo(2);
        assertThat(session.history().map(Recorded::index)).containsExactly(1L, 2L, 4L);
    }

    @Test
    @DisplayName("RT-14 cursors tell where each consumer stands, and settling whether dead letters remain")
    void whereItStands() {
        Session<Step> session = open(Contract.of("steps", Step.class)
                .lane(
                        "lane",
                        step -> "left",
                        lane -> lane.effect(Step.class, (step, context) -> {
                                    if (step instanceof Fell) {
                                        throw new IllegalStateException("fell");
                                    }
                                })
                                .retry(RetryPolicy.none()))
                .log("audit", log -> log.raw((event, context) -> {}).backfill())
                .build());
        session.append(List.of(new Walked(1), new Fell(2), new Walked(3)));
        world.drain();

        Settlement settled = session.settle(Duration.ZERO);

        assertThat(settled.settled()).isTrue();
        assertThat(settled.isClean()).isFalse();
        assertThat(settled.deadLetters())
                .singleElement()
                .satisfies(letter -> assertThat(letter.error()).startsWith("java.lang.IllegalStateException: fell"));
        assertThat(session.cursors())
                .filteredOn(cursor -> cursor.head() != null)
                .singleElement()
                .satisfies(lane -> {
                    assertThat(lane.consumer()).isEqualTo("lane");
                    assertThat(lane).isInstanceOf(Cursor.LaneCursor.class);
                    assertThat(lane.head()).isEqualTo(2);
                });
        assertThat(session.cursors()).extracting(Cursor::consumer).contains("audit");
    }
}
