package dev.a2.tck;

import static dev.a2.tck.Given.backfilled;
import static dev.a2.tck.Given.event;
import static dev.a2.tck.Given.log;
import static dev.a2.tck.Given.refs;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.CompleteRequest;
import dev.a2.store.Cursor;
import dev.a2.store.Dispatch;
import dev.a2.store.Head;
import dev.a2.store.LogOptions;
import dev.a2.store.RedriveRequest;
import dev.a2.store.Reserved;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.WakeLogRequest;
import dev.a2.store.WakeLogResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** APP-11, CUR-2 to CUR-4: where log cursors begin, how they move, and what they take. */
public interface LogRules extends StoreRules {
    @Test
    @Rule("APP-11")
    default void newLogCursorStartsBeforeTheBatchThatServesIt() {
        Scene s = scene();
        s.append(event("a"), event("b"));

        s.append(Served.of(log("g")), event("c"), event("d"));

        assertThat(s.cursors()).containsExactly(cursor("g", 2, 3L, null));
    }

    @Test
    @Rule("APP-11")
    default void newLogCursorWithBackfillStartsAtTheBeginning() {
        Scene s = scene();
        s.append(event("a", "x"), event("b", "y"), event("c", "x"));

        s.append(Served.of(backfilled(log("g")), backfilled(log("h", "y"))), event("d", "y"));

        assertThat(s.cursors()).containsExactly(cursor("g", 0, 1L, null), cursor("h", 0, 2L, Set.of("y")));
    }

    @Test
    @Rule("APP-11")
    default void backfillStartsAtTheMarkerOfTheLatestClear() {
        Scene s = scene();
        s.append(event("a"));
        s.clear();
        s.append(event("b"), event("c"));

        s.append(Served.of(backfilled(log("g"))), event("d"));

        assertThat(s.cursors()).containsExactly(cursor("g", 2, 3L, null));
    }

    @Test
    @Rule("APP-11")
    default void onlyLogsThatTakeSomethingOfTheBatchAreTouched() {
        Scene s = scene();

        s.append(Served.of(log("g", "x"), log("h", "y"), log("i")), event("a", "x"), event("b", "z"));

        assertThat(s.cursors()).containsExactly(cursor("g", 0, 1L, Set.of("x")), cursor("i", 0, 1L, null));
        s.append(Served.of(log("g", "z")), event("c", "w"));
        assertThat(s.cursors().get(0))
                .as("types stay as they were last served")
                .isEqualTo(cursor("g", 0, 1L, Set.of("x")));
    }

    @Test
    @Rule("APP-11")
    default void logsThatAreNotListedAreNotTouched() {
        Scene s = scene();

        s.append(event("a"));
        s.append(Served.named("g"), event("b"));
        s.append(Served.NONE, event("c"));
        assertThat(s.cursors()).isEmpty();
        s.append(Served.of(log("g")), event("d"));
        s.completed(s.claimOne());
        s.append(event("e"));

        assertThat(s.cursors()).containsExactly(cursor("g", 4, null, null));
        s.isSettled();
    }

    @Test
    @Rule({"APP-11", "I7"})
    default void idleLogTakesWhatADeploymentThatDidNotServeItAppended() {
        Scene s = scene();
        s.append(Served.of(log("g", "x")), event("a", "x"));
        s.completed(s.claimOne());
        s.append(event("b", "y"), event("c", "x"), event("d", "x"));
        s.isSettled();

        s.append(Served.of(log("g", "x")), event("e", "x"));

        assertThat(takenByLog(s)).containsExactly(3L, 4L, 5L);
    }

    @Test
    @Rule("APP-11")
    default void logWithAHeadKeepsIt() {
        Scene s = scene();
        s.append(Served.of(log("g")), event("a"));
        Head head = s.claimOne();

        s.append(Served.of(log("g")), event("b"));
        s.append(Served.of(backfilled(log("g", "t"))), event("c"));

        assertThat(s.cursors()).containsExactly(new Cursor.LogCursor("g", "main", 0, 1L, Set.of("t"), head.dispatch()));
        s.completed(head);
        assertThat(takenByLog(s)).containsExactly(2L, 3L);
    }

    @Test
    @Rule({"APP-11", "I7", "I10"})
    default void logNeverTakesAClearMarker() {
        Scene s = scene();
        s.append(Served.of(log("g")), event("a"));
        s.clear();
        s.append(Served.of(log("g"), backfilled(log("h")), log("i", Reserved.CLEAR_TYPE)), event("b"));
        s.clear();
        assertThat(wake(s, log("g")).cursor().head()).isNull();

        s.append(Served.of(log("g"), backfilled(log("h")), log("i", Reserved.CLEAR_TYPE)), event("c"));

        assertThat(refs(s.claimed())).containsExactly("g/main@5", "h/main@5");
    }

    @Test
    @Rule({"APP-11", "I7"})
    default void logReadsEverythingOfItsTypesOnceInOrder() {
        Scene s = scene();
        List<Long> expected = new ArrayList<>();
        for (int i = 1; i <= 60; i++) {
            String type = i % 3 == 0 ? "x" : i % 7 == 0 ? "y" : "z";
            if (!type.equals("z")) {
                expected.add((long) i);
            }
            s.append(i % 4 == 0 ? Served.of(backfilled(log("g", "x", "y"))) : Served.ALL, event("e" + i, type));
        }
        wake(s, backfilled(log("g", "x", "y")));

        assertThat(takenByLog(s)).isEqualTo(expected);
    }

    @Test
    @Rule("APP-11")
    default void severalLogsOfOneConsumerAreApart() {
        Scene s = scene();
        Served both = Served.of(
                ServedConsumer.log("g", new LogOptions("a", Set.of("x"), false)),
                ServedConsumer.log("g", new LogOptions("b", Set.of("y"), false)));

        s.append(both, event("1", "x"), event("2", "y"), event("3", "x"));

        assertThat(refs(s.claimed())).containsExactly("g/a@1", "g/b@2");
        assertThat(s.cursors()).hasSize(2);
    }

    @Test
    @Rule("CUR-2")
    default void wakeLogCreatesACursorAtTheFrontier() {
        Scene s = scene();
        s.append(event("a"), event("b"));

        WakeLogResult result = wake(s, log("g", "t"));

        assertThat(result.frontier()).isEqualTo(2);
        assertThat(result.cursor()).isEqualTo(cursor("g", 2, null, Set.of("t")));
        assertThat(s.cursors()).containsExactly(cursor("g", 2, null, Set.of("t")));
        s.isSettled();
    }

    @Test
    @Rule("CUR-2")
    default void wakeLogWithBackfillCreatesACursorAtTheBeginning() {
        Scene s = scene();
        s.append(event("a", "x"), event("b", "y"));

        assertThat(wake(s, backfilled(log("g", "y"))).cursor()).isEqualTo(cursor("g", 0, 2L, Set.of("y")));
        assertThat(wake(s, backfilled(log("h", "none"))).cursor()).isEqualTo(cursor("h", 0, null, Set.of("none")));

        assertThat(refs(s.claimed())).containsExactly("g/main@2");
    }

    @Test
    @Rule({"CUR-2", "RD-6"})
    default void wakeLogCreatesNothingWhereNothingIs() {
        Scene s = scene();

        WakeLogResult unknown = wake(s, backfilled(log("g")));
        assertThat(unknown.cursor().head()).isNull();
        assertThat(unknown.cursor().position()).isZero();
        assertThat(s.cursors()).isEmpty();
        s.append(event("a"));
        s.clear();
        WakeLogResult cleared = wake(s, log("g"));

        assertThat(cleared.frontier()).isEqualTo(2);
        assertThat(cleared.cursor().position()).isEqualTo(2);
        assertThat(cleared.cursor().head()).isNull();
        assertThat(s.cursors()).isEmpty();
    }

    @Test
    @Rule("CUR-2")
    default void wakeLogIsRepeatable() {
        Scene s = scene();
        s.append(event("a"));
        WakeLogResult first = wake(s, backfilled(log("g")));

        s.changesNothing(() -> assertThat(wake(s, backfilled(log("g")))).isEqualTo(first));
        Head head = s.claimOne();
        s.changesNothing(() -> assertThat(wake(s, backfilled(log("g"))).cursor())
                .isEqualTo(new Cursor.LogCursor("g", "main", 0, 1L, null, head.dispatch())));
    }

    @Test
    @Rule("CUR-2")
    default void wakeLogBringsAnIdleCursorUpToDate() {
        Scene s = scene();
        s.append(Served.of(log("g", "x")), event("a", "x"));
        s.completed(s.claimOne());
        s.append(event("b", "y"), event("c", "x"));

        WakeLogResult result = wake(s, log("g", "x"));

        assertThat(result.cursor()).isEqualTo(cursor("g", 1, 3L, Set.of("x")));
        assertThat(refs(s.claimed())).containsExactly("g/main@3");
    }

    @Test
    @Rule("CUR-3")
    default void changedTypesCountFromThePositionOn() {
        Scene s = scene();
        s.append(Served.of(log("g", "x")), event("a", "x"), event("b", "y"), event("c", "x"), event("d", "y"));
        s.completed(s.claimOne());
        Head third = s.claimOne();
        assertThat(third.event().index()).isEqualTo(3);

        wake(s, log("g", "y"));
        assertThat(s.cursor("g", "main", 3).head())
                .as("the head it has is kept")
                .isEqualTo(3);
        s.completed(third);

        assertThat(takenByLog(s)).as("b lies behind the position").containsExactly(4L);
    }

    @Test
    @Rule({"CUR-3", "CMP-5"})
    default void typesGivenWithACompletionCountAtOnce() {
        Scene s = scene();
        s.append(Served.of(log("g", "x")), event("a", "x"), event("b", "y"), event("c", "x"));
        Head head = s.claimOne();

        s.completed(CompleteRequest.of(s.session(), head.attempt()).serving(Served.of(log("g", "x", "y"))));

        assertThat(s.cursors()).containsExactly(cursor("g", 1, 2L, Set.of("x", "y")));
    }

    @Test
    @Rule({"CUR-3", "CMP-5"})
    default void typesAreRememberedWhereTheCallListsNone() {
        Scene s = scene();
        s.append(Served.of(log("g", "x")), event("a", "x"), event("b", "y"), event("c", "x"));

        s.completed(s.claimOne());

        assertThat(s.cursors()).containsExactly(cursor("g", 1, 3L, Set.of("x")));
    }

    @Test
    @Rule({"CUR-3", "I10"})
    default void typesOutliveAClear() {
        Scene s = scene();
        s.append(Served.of(log("g", "x")), event("a", "x"));
        s.clear();

        assertThat(s.cursors()).containsExactly(cursor("g", 2, null, Set.of("x")));
        s.append(Served.of(log("g", "x")), event("b", "y"), event("c", "x"));
        s.completed(s.claimOne(), event("d", "y"), event("e", "x"));
        assertThat(s.cursors()).containsExactly(cursor("g", 4, 6L, Set.of("x")));
    }

    @Test
    @Rule("CUR-4")
    default void typedLogLooksBackOverManyEventsOfOtherTypes() {
        Scene s = scene();
        s.append(event("first", "rare"));
        s.appendMany("n", "common", 2_500);
        s.append(event("second", "rare"));
        s.appendMany("m", "common", 700);

        assertThat(wake(s, backfilled(log("g", "rare"))).cursor().head()).isEqualTo(1);
        s.append(Served.of(backfilled(log("h", "rare", "none"))), event("third", "rare"));

        for (Head head : s.claimed()) {
            s.completed(head);
        }
        assertThat(refs(s.claimed())).containsExactly("g/main@2502", "h/main@2502");
    }

    @Test
    @Rule({"CUR-4", "CUR-3"})
    default void newlyReadTypeIsFoundFarBehindTheFrontier() {
        Scene s = scene();
        s.append(Served.of(log("g", "x")), event("a", "x"), event("b", "late"));
        s.appendMany("n", "common", 1_200);
        Head head = s.claimOne();

        s.completed(CompleteRequest.of(s.session(), head.attempt()).serving(Served.of(log("g", "x", "late"))));

        assertThat(takenByLog(s)).containsExactly(2L);
    }

    @Test
    @Rule({"CUR-4", "DL-4"})
    default void skippedTypedHeadMovesOnOverManyEvents() {
        Scene s = scene();
        s.append(Served.of(log("g", "x")), event("a", "x"));
        s.appendMany("n", "common", 1_200);
        s.append(event("b", "x"));
        s.bury(s.claimOne());

        s.redrive("g", 1, RedriveRequest.Action.SKIP);

        assertThat(takenByLog(s)).containsExactly(1_202L);
    }

    /** Completes what the log has, one by one, and tells which events they were. */
    private static List<Long> takenByLog(Scene s) {
        List<Long> taken = new ArrayList<>();
        Together.Rounds rounds = new Together.Rounds("completing what the log has", 1_000);
        while (s.cursors().stream().anyMatch(cursor -> cursor.head() != null) && rounds.another()) {
            Head head = s.claimOne();
            taken.add(head.event().index());
            s.completed(head);
        }
        return taken;
    }

    private static Cursor cursor(String name, long position, @Nullable Long head, @Nullable Set<String> types) {
        return new Cursor.LogCursor(name, "main", position, head, types, Dispatch.NONE);
    }

    private static WakeLogResult wake(Scene s, ServedConsumer consumer) {
        LogOptions log = Given.there("what the log takes", consumer.log());
        return s.store().wakeLog(new WakeLogRequest(s.session(), consumer.name(), log));
    }
}
