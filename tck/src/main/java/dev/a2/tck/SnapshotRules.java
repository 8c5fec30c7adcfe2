package dev.a2.tck;

import static dev.a2.store.ErrorCode.INVALID_ARGUMENT;
import static dev.a2.store.Target.each;
import static dev.a2.store.Target.lane;
import static dev.a2.tck.Given.event;
import static dev.a2.tck.Given.log;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.Event;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import dev.a2.store.ReadStateRequest;
import dev.a2.store.RedriveRequest;
import dev.a2.store.Served;
import dev.a2.store.Snapshot;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.StateRead;
import dev.a2.store.When;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** SNP: snapshots and the pins that keep them. */
public interface SnapshotRules extends StoreRules {
    @Test
    @Rule("SNP-1")
    default void stateIsTheSnapshotAndTheEventsAfterIt() {
        Scene s = scene();
        s.append(event("a"), event("b"), event("c"), event("d"));
        assertThat(s.store().readState(ReadStateRequest.of(s.session(), "r")))
                .isEqualTo(new StateRead(null, null, s.store().readHistory(s.session(), 0, null), 0, 4));

        s.snapshot(2, "{\"sum\": 2}");

        assertThat(s.store().readState(ReadStateRequest.of(s.session(), "r")))
                .isEqualTo(new StateRead(
                        2L,
                        new Snapshot(2, Json.of("{\"sum\": 2}")),
                        s.store().readHistory(s.session(), 2, null),
                        0,
                        4));
        StateRead before =
                s.store().readState(ReadStateRequest.of(s.session(), "r").through(1L));
        assertThat(before.latestIndex()).isEqualTo(2);
        assertThat(before.snapshot()).isNull();
        assertThat(before.events()).extracting(Event::index).containsExactly(1L);
        assertThat(indexes(s.store()
                        .readState(ReadStateRequest.of(s.session(), "r").through(3L))))
                .containsExactly(3L);
        assertThat(indexes(s.store()
                        .readState(ReadStateRequest.of(s.session(), "r").through(99L))))
                .containsExactly(3L, 4L);
        assertThat(indexes(s.store()
                        .readState(ReadStateRequest.of(s.session(), "r").through(2L))))
                .isEmpty();
        assertThat(s.store()
                        .readState(ReadStateRequest.of(s.session(), "r").through(0L))
                        .events())
                .isEmpty();
    }

    @Test
    @Rule("SNP-1")
    default void snapshotCapIsApartFromWhereTheEventsEnd() {
        Scene s = scene();
        s.append(event("a"), event("b"), event("c"), event("d"));
        s.snapshot(3, "3");

        StateRead capped = s.store()
                .readState(ReadStateRequest.of(s.session(), "r").through(4L).snapshotThrough(2L));
        assertThat(capped.snapshot()).isNull();
        assertThat(indexes(capped)).containsExactly(1L, 2L, 3L, 4L);
        StateRead ahead = s.store()
                .readState(ReadStateRequest.of(s.session(), "r").through(1L).snapshotThrough(3L));
        assertThat(ahead.snapshot()).isEqualTo(new Snapshot(3, Json.of("3")));
        assertThat(indexes(ahead)).isEmpty();
        assertThat(indexes(s.store()
                        .readState(ReadStateRequest.of(s.session(), "r").snapshotThrough(3L))))
                .containsExactly(4L);
    }

    @Test
    @Rule("SNP-1")
    default void reducersAndSessionsHaveTheirOwnSnapshots() {
        Scene s = scene();
        s.append(event("a"));
        s.snapshot(1, "\"r\"");
        s.store().putSnapshots(s.session(), "s", List.of(new SnapshotWrite(1, Json.of("\"s\""), Set.of())));

        assertThat(state(s, "r", null)).isEqualTo("\"r\"");
        assertThat(state(s, "s", null)).isEqualTo("\"s\"");
        assertThat(state(s, "other", null)).isNull();
        assertThat(s.store().readState(ReadStateRequest.of(s.another(), "r")).snapshot())
                .isNull();
    }

    @Test
    @Rule({"SNP-1", "I2"})
    default void statesComeBackToTheByte() {
        Scene s = scene();
        s.append(event("a"));

        for (String json : Odd.JSON) {
            s.snapshot(1, json);
            assertThat(state(s, "r", null)).isEqualTo(json);
        }
    }

    @Test
    @Rule({"SNP-1", "SNP-2", "I10", "I11"})
    default void noSnapshotFromBeforeTheMarkerExists() {
        Scene s = scene();
        s.append(event("a"), event("b"));
        s.snapshot(2, "\"old\"");
        s.clear();
        s.append(event("c"));

        for (int i = 0; i < 2; i++) {
            StateRead read = s.store().readState(ReadStateRequest.of(s.session(), "r"));
            assertThat(read.snapshot()).isNull();
            assertThat(read.latestIndex()).isNull();
            assertThat(read.clearIndex()).isEqualTo(3);
            assertThat(indexes(read)).as("from the marker on").containsExactly(3L, 4L);
            s.changesNothing(() -> s.snapshot(2, "\"late\""));
            s.reclaimAll();
        }
        s.snapshot(3, "\"at the marker\"");
        assertThat(state(s, "r", null)).isEqualTo("\"at the marker\"");
    }

    @Test
    @Rule("SNP-2")
    default void writesForOneIndexAreMerged() {
        Scene s = scene();
        s.append(event("a").to(each("w"), each("v")), event("b"));
        HeadRef w = new HeadRef("w", null, 1);
        HeadRef v = new HeadRef("v", null, 1);

        put(s, write(1, "\"first\"", w), write(2, "2"), write(1, "\"last\"", v));

        assertThat(state(s, "r", 1L)).isEqualTo("\"last\"");
        List<Head> heads = s.claimed();
        s.completed(heads.get(0));
        assertThat(state(s, "r", 1L)).as("pinned by both").isEqualTo("\"last\"");
        s.completed(heads.get(1));
        assertThat(state(s, "r", 1L)).isNull();
    }

    @Test
    @Rule("SNP-2")
    default void snapshotBeyondTheFrontierRefusesTheWholeCall() {
        Scene s = scene();
        s.append(event("a"), event("b"));

        s.refused(INVALID_ARGUMENT, () -> s.snapshot(3, "3"));
        s.refused(INVALID_ARGUMENT, () -> put(s, write(1, "1"), write(2, "2"), write(3, "3")));
        s.changesNothing(() -> put(s));
    }

    @Test
    @Rule("SNP-3")
    default void latestSnapshotMovesOnlyForward() {
        Scene s = scene();
        s.append(event("a"), event("b"), event("c"));
        s.snapshot(2, "2");

        s.changesNothing(() -> s.snapshot(1, "\"behind\""));
        s.snapshot(2, "\"again\"");
        assertThat(state(s, "r", null)).isEqualTo("\"again\"");
        s.snapshot(3, "3");
        assertThat(state(s, "r", null)).isEqualTo("3");
        assertThat(state(s, "r", 2L)).as("overtaken without a pin").isNull();
    }

    @Test
    @Rule("SNP-3")
    default void writeBehindTheLatestIsKeptOnlyIfPinned() {
        Scene s = scene();
        s.append(event("a").to(each("w")), event("b"), event("c"));
        s.snapshot(3, "3");
        HeadRef w = new HeadRef("w", null, 1);

        s.snapshot(1, "\"kept\"", w);
        assertThat(state(s, "r", 1L)).isEqualTo("\"kept\"");
        s.snapshot(1, "\"replaced\"");
        assertThat(state(s, "r", 1L)).isEqualTo("\"replaced\"");
        s.snapshot(2, "\"lost\"");
        assertThat(state(s, "r", 2L)).isEqualTo("\"replaced\"");
        assertThat(state(s, "r", null)).isEqualTo("3");
    }

    @Test
    @Rule({"SNP-4", "I12"})
    default void pinnedLatestGoesToTheHistoryWhenItMovesOn() {
        Scene s = scene();
        s.append(event("a").to(each("w")), event("b").to(each("w")), event("c"), event("d"));
        s.snapshot(1, "1", new HeadRef("w", null, 1));
        s.snapshot(2, "2", new HeadRef("w", null, 2));
        s.snapshot(3, "3");
        s.snapshot(4, "4");

        assertThat(state(s, "r", 1L)).isEqualTo("1");
        assertThat(state(s, "r", 2L)).isEqualTo("2");
        assertThat(state(s, "r", 3L)).as("the newest usable at or below").isEqualTo("2");
        assertThat(state(s, "r", 4L)).isEqualTo("4");
    }

    @Test
    @Rule({"SNP-4", "SNP-2"})
    default void oneCallMayMoveTheLatestSeveralTimes() {
        Scene s = scene();
        s.append(event("a").to(each("w")), event("b"), event("c"));

        put(s, write(3, "3"), write(1, "1", new HeadRef("w", null, 1)), write(2, "2"));

        assertThat(state(s, "r", null)).isEqualTo("3");
        assertThat(state(s, "r", 2L)).isEqualTo("1");
    }

    @Test
    @Rule("SNP-5")
    default void pinsOfLiveHeadsOfEveryKindCount() {
        Scene s = scene();
        s.append(
                Served.of(log("g")),
                event("a").to(each("free"), each("claimed"), each("failed"), lane("q", "x")),
                event("b"));
        s.claimed(s.asking("h").serving(Served.named("claimed", "failed"))).stream()
                .filter(head -> head.consumer().equals("failed"))
                .forEach(head -> s.fail(head, 9, Given.inMs(60_000)));

        for (HeadRef pin : List.of(
                new HeadRef("free", null, 1),
                new HeadRef("claimed", null, 1),
                new HeadRef("failed", null, 1),
                new HeadRef("q", "x", 1),
                new HeadRef("g", "main", 1))) {
            assertThat(pinKeeps(s, pin))
                    .as("a pin of %s keeps its snapshot", Given.ref(pin))
                    .isTrue();
        }
    }

    @Test
    @Rule("SNP-5")
    default void pinsOfAnythingElseCountForNothing() {
        Scene s = scene();
        s.append(
                Served.of(log("g")),
                event("a").to(each("done"), each("dead"), each("live"), lane("q", "x")),
                event("b").to(lane("q", "x")));
        for (Head head : s.claimed(s.asking("h").serving(Served.named("done", "dead")))) {
            if (head.consumer().equals("done")) {
                s.completed(head);
            } else {
                s.bury(head);
            }
        }

        for (HeadRef pin : List.of(
                new HeadRef("done", null, 1),
                new HeadRef("dead", null, 1),
                new HeadRef("live", null, 2),
                new HeadRef("live", "x", 1),
                new HeadRef("live", "", 1),
                new HeadRef("q", "x", 2),
                new HeadRef("q", "y", 1),
                new HeadRef("q", null, 1),
                new HeadRef("g", "main", 2),
                new HeadRef("g", null, 1),
                new HeadRef("nobody", null, 1),
                new HeadRef("live", null, 99))) {
            assertThat(pinKeeps(s, pin))
                    .as("a pin of %s keeps its snapshot", Given.ref(pin))
                    .isFalse();
        }
    }

    /** Whether a snapshot behind the latest outlives the latest's moving on, because of this pin. */
    private static boolean pinKeeps(Scene s, HeadRef pin) {
        String reducer = s.unique("reducer");
        s.store().putSnapshots(s.session(), reducer, List.of(write(1, "1", pin), write(2, "2")));
        return state(s, reducer, 1L) != null;
    }

    @Test
    @Rule("SNP-5")
    default void lastReleaseDeletesTheSnapshot() {
        Scene s = scene();
        s.append(event("a").to(each("w"), each("v"), each("u")), event("b"));
        List<Head> heads = s.claimed();
        put(s, write(1, "1", heads.get(0).ref(), heads.get(1).ref()), write(2, "2"));
        s.snapshot(1, "1", heads.get(2).ref());

        s.completed(heads.get(0));
        assertThat(state(s, "r", 1L)).isEqualTo("1");
        s.fail(heads.get(1), 9);
        assertThat(state(s, "r", 1L))
                .as("a failure that is tried again keeps its pins")
                .isEqualTo("1");
        s.bury(heads.get(2));
        assertThat(state(s, "r", 1L)).isEqualTo("1");
        s.bury(s.claimOne());
        assertThat(state(s, "r", 1L)).as("dead letters release").isNull();
        s.redrive("w", 1, RedriveRequest.Action.RETRY);
        assertThat(state(s, "r", 1L)).as("a redrive brings nothing back").isNull();
    }

    @Test
    @Rule({"SNP-5", "CLM-4"})
    default void deathByLapseReleasesPins() {
        Scene s = scene();
        s.append(event("a").to(each("w")), event("b"));
        put(s, write(1, "1", s.claimOne().ref()), write(2, "2"));
        s.lapse();
        Head again = s.claimOne();
        assertThat(state(s, "r", 1L)).as("a takeover keeps pins").isEqualTo("1");
        s.lapse();

        s.claimed(s.asking("h").maxFailures(2));

        assertThat(state(s, "r", 1L)).isNull();
        assertThat(again.dispatch().attemptCount()).isEqualTo(2);
    }

    @Test
    @Rule({"SNP-5", "I12"})
    default void pinnedLatestStaysAfterItsRelease() {
        Scene s = scene();
        s.append(event("a").to(each("w")), event("b"));
        Head head = s.claimOne();
        s.snapshot(1, "1", head.ref());

        s.completed(head);
        assertThat(state(s, "r", null)).as("the latest needs no pin").isEqualTo("1");
        s.snapshot(2, "2");
        assertThat(state(s, "r", 1L)).as("released before it was overtaken").isNull();
    }

    @Test
    @Rule({"SNP-5", "CMP-5"})
    default void movingALaneReleasesThePinsOfItsDoneHeadOnly() {
        Scene s = scene();
        s.append(event("a").to(lane("q", "x")), event("b").to(lane("q", "x")), event("c"));
        Head first = s.claimOne();
        put(s, write(1, "1", first.ref()), write(3, "3"));
        s.completed(first);
        put(s, write(2, "2", new HeadRef("q", "x", 2)));

        assertThat(state(s, "r", 2L)).isEqualTo("2");
        assertThat(state(s, "r", 1L)).isNull();
        s.completed(s.claimOne());
        assertThat(state(s, "r", 2L)).isNull();
    }

    @Test
    @Rule({"SNP-5", "I10"})
    default void headsFromBeforeAClearPinNothing() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        Head head = s.claimOne();
        s.clear();
        s.append(event("b"), event("c"));

        put(s, write(3, "3", head.ref(), new HeadRef("w", null, 2)), write(4, "4"));

        assertThat(state(s, "r", 3L)).isNull();
    }

    @Test
    @Rule({"SNP-5", "CLR-6"})
    default void pinnedSnapshotSurvivesReclaim() {
        Scene s = scene();
        s.append(event("old"));
        s.snapshot(1, "\"old\"");
        s.clear();
        s.append(event("a").to(each("w")), event("b"));
        put(s, write(3, "3", new HeadRef("w", null, 3)), write(4, "4"));

        s.reclaimAll();

        assertThat(state(s, "r", 3L)).isEqualTo("3");
        assertThat(state(s, "r", null)).isEqualTo("4");
    }

    @Test
    @Rule({"SNP-5", "I12"})
    default void handlerSeesTheSameStateOnEveryAttempt() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        Head first = s.claimOne();
        s.snapshot(1, "\"seen\"", first.ref());
        for (int i = 2; i <= 6; i++) {
            s.append(event("e" + i));
            s.snapshot(i, Integer.toString(i));
        }
        s.lapse();
        Head second = s.claimOne();
        s.fail(second, 9, When.at(s.in(10)));
        s.advanceMs(10);
        s.claimOne();

        StateRead read =
                s.store().readState(ReadStateRequest.of(s.session(), "r").through(1L));

        assertThat(read.snapshot()).isEqualTo(new Snapshot(1, Json.of("\"seen\"")));
        assertThat(read.events()).isEmpty();
        assertThat(read.latestIndex()).isEqualTo(6);
    }

    @Test
    @Rule("SNP-6")
    default void limitBoundsTheEventsOfAStateRead() {
        Scene s = scene();
        s.append(event("a"), event("b"), event("c"), event("d"), event("e"));
        s.snapshot(1, "1");

        StateRead read =
                s.store().readState(ReadStateRequest.of(s.session(), "r").limit(2));

        assertThat(indexes(read)).containsExactly(2L, 3L);
        assertThat(read.frontier()).isEqualTo(5);
        assertThat(s.store().readHistory(s.session(), 3, read.frontier())).hasSize(2);
        assertThat(indexes(s.store()
                        .readState(ReadStateRequest.of(s.session(), "r").limit(99))))
                .hasSize(4);
        assertThat(indexes(s.store()
                        .readState(ReadStateRequest.of(s.session(), "r")
                                .through(2L)
                                .limit(99))))
                .containsExactly(2L);
        assertThat(s.store()
                        .readState(ReadStateRequest.of(s.session(), "r").through(2L))
                        .frontier())
                .isEqualTo(5);
    }

    @Test
    @Rule({"SNP-1", "RD-2"})
    default void stateIsReadAsOfOneMoment() {
        Scene s = scene();

        Together.whileWriting(
                40,
                i -> {
                    long index = s.append(event("e" + i)).events().get(0).index();
                    s.snapshot(index, Long.toString(index));
                },
                () -> {
                    StateRead read = s.store().readState(ReadStateRequest.of(s.session(), "r"));
                    Snapshot snapshot = read.snapshot();
                    long base = snapshot == null ? 0 : snapshot.index();
                    assertThat(base + read.events().size())
                            .as("snapshot and events reach the frontier")
                            .isEqualTo(read.frontier());
                    assertThat(snapshot == null ? "0" : snapshot.state().text()).isEqualTo(Long.toString(base));
                });
    }

    private static SnapshotWrite write(long index, String json, HeadRef... pins) {
        return new SnapshotWrite(index, Json.of(json), Set.of(pins));
    }

    private static void put(Scene s, SnapshotWrite... writes) {
        s.store().putSnapshots(s.session(), "r", List.of(writes));
    }

    /** The text of the newest usable snapshot, at or below a cap. */
    private static @Nullable String state(Scene s, String reducer, @Nullable Long cap) {
        Snapshot snapshot = s.store()
                .readState(ReadStateRequest.of(s.session(), reducer).snapshotThrough(cap))
                .snapshot();
        return snapshot == null ? null : snapshot.state().text();
    }

    private static List<Long> indexes(StateRead read) {
        return read.events().stream().map(Event::index).toList();
    }
}
