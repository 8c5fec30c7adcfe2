package dev.a2.tck;

import static dev.a2.store.Target.each;
import static dev.a2.store.Target.lane;
import static dev.a2.tck.Given.event;
import static dev.a2.tck.Given.log;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.Cursor;
import dev.a2.store.Dispatch;
import dev.a2.store.Head;
import dev.a2.store.LogOptions;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** CUR-1: the list of cursors. */
public interface CursorRules extends StoreRules {
    @Test
    @Rule("CUR-1")
    default void cursorsComeByConsumerThenLaneWithEventCursorsLastByHead() {
        Scene s = scene();
        s.append(
                Served.of(
                        ServedConsumer.log("w", new LogOptions("m", null, false)),
                        ServedConsumer.log("a", new LogOptions("", Set.of("t"), false))),
                event("1").to(each("w"), lane("w", "z"), lane("w", "\ud83d\ude00"), lane("w", "\uffff"), lane("w", "")),
                event("2").to(each("w"), each("b")));

        assertThat(s.cursors())
                .containsExactly(
                        new Cursor.LogCursor("a", "", 0, 1L, Set.of("t"), Dispatch.NONE),
                        new Cursor.EventCursor("b", 2, Dispatch.NONE),
                        new Cursor.LaneCursor("w", "", 0, 1L, Dispatch.NONE),
                        new Cursor.LogCursor("w", "m", 0, 1L, null, Dispatch.NONE),
                        new Cursor.LaneCursor("w", "z", 0, 1L, Dispatch.NONE),
                        new Cursor.LaneCursor("w", "\ud83d\ude00", 0, 1L, Dispatch.NONE),
                        new Cursor.LaneCursor("w", "\uffff", 0, 1L, Dispatch.NONE),
                        new Cursor.EventCursor("w", 1, Dispatch.NONE),
                        new Cursor.EventCursor("w", 2, Dispatch.NONE));
    }

    @Test
    @Rule("CUR-1")
    default void cursorsShowWhatHappenedToTheirHeads() {
        Scene s = scene();
        s.append(Served.of(log("g")), event("a").to(each("w"), lane("q", "x")), event("b"));
        List<Head> heads = s.claimed("h1");
        s.fail(heads.get(1), 9, Given.inMs(3_000));

        assertThat(s.cursors())
                .containsExactly(
                        new Cursor.LogCursor(
                                "g", "main", 0, 1L, null, heads.get(0).dispatch()),
                        new Cursor.LaneCursor(
                                "q",
                                "x",
                                0,
                                1L,
                                new Dispatch(s.now(), s.now(), 1, null, s.in(3_000), 1, s.now(), 1, "boom", null)),
                        new Cursor.EventCursor("w", 1, heads.get(2).dispatch()));
    }

    @Test
    @Rule("CUR-1")
    default void doneEventCursorsAreGoneAndIdleLanesAndLogsStay() {
        Scene s = scene();
        s.append(Served.of(log("g", "t")), event("a").to(each("w"), lane("q", "x")));
        s.claimed().forEach(s::completed);

        assertThat(s.cursors())
                .containsExactly(
                        new Cursor.LogCursor("g", "main", 1, null, Set.of("t"), Dispatch.NONE),
                        new Cursor.LaneCursor("q", "x", 1, null, Dispatch.NONE));
    }

    @Test
    @Rule({"CUR-1", "I10"})
    default void afterAClearOnlyLogCursorsAreLeftAtTheMarker() {
        Scene s = scene();
        s.append(Served.of(log("g")), event("a").to(each("w"), lane("q", "x"), lane("q", "y")));
        s.claimed().stream().filter(head -> "y".equals(head.lane())).forEach(s::completed);
        s.clear();

        for (int i = 0; i < 2; i++) {
            assertThat(s.cursors()).containsExactly(new Cursor.LogCursor("g", "main", 2, null, null, Dispatch.NONE));
            s.reclaimAll();
        }
        s.append(event("b").to(lane("q", "y"), each("w")));

        assertThat(s.cursors())
                .containsExactly(
                        new Cursor.LogCursor("g", "main", 2, null, null, Dispatch.NONE),
                        new Cursor.LaneCursor("q", "y", 2, 3L, Dispatch.NONE),
                        new Cursor.EventCursor("w", 3, Dispatch.NONE));
    }

    @Test
    @Rule({"CUR-1", "CMP-5"})
    default void movedCursorShowsAFreshHead() {
        Scene s = scene();
        s.append(Served.of(log("g")), event("a").to(lane("q", "x")), event("b").to(lane("q", "x")));
        s.claimed().forEach(head -> s.fail(head, 9));
        s.claimed().forEach(s::completed);

        assertThat(s.cursors()).extracting(Cursor::head).containsOnly(2L);
        assertThat(s.cursors()).extracting(Cursor::dispatch).containsOnly(Dispatch.NONE);
    }
}
