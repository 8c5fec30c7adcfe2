package dev.a2.tck;

import static dev.a2.store.Target.each;
import static dev.a2.store.Target.lane;
import static dev.a2.tck.Given.event;
import static dev.a2.tck.Given.inMs;
import static dev.a2.tck.Given.log;
import static dev.a2.tck.Given.refs;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.ClaimResult;
import dev.a2.store.CompleteRequest;
import dev.a2.store.Cursor;
import dev.a2.store.Dispatch;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import dev.a2.store.NewEvent;
import dev.a2.store.ReadStateRequest;
import dev.a2.store.RedriveRequest;
import dev.a2.store.Served;
import dev.a2.store.Target;
import dev.a2.store.When;
import dev.a2.store.WorkMark;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** APP-10, APP-12, APP-16: the work that an append gives rise to, and what it tells about work. */
public interface TargetRules extends StoreRules {
    @Test
    @Rule("APP-10")
    default void targetWithoutLaneIsACursorOfItsOwn() {
        Scene s = scene();

        s.append(event("a").to(each("w"), each("v")), event("b").to(each("w")));

        assertThat(s.cursors())
                .containsExactly(
                        new Cursor.EventCursor("v", 1, Dispatch.NONE),
                        new Cursor.EventCursor("w", 1, Dispatch.NONE),
                        new Cursor.EventCursor("w", 2, Dispatch.NONE));
        assertThat(refs(s.claimed())).containsExactly("v@1", "w@1", "w@2");
    }

    @Test
    @Rule({"APP-10", "I7"})
    default void laneIsFirstInFirstOut() {
        Scene s = scene();
        s.append(event("a").to(lane("q", "x")), event("b"), event("c").to(lane("q", "x")));
        s.append(event("d").to(lane("q", "x"), lane("q", "y")));

        List<String> order = new ArrayList<>();
        Together.Rounds rounds = new Together.Rounds("completing what the lanes have", 1_000);
        while (s.cursors().stream().anyMatch(cursor -> cursor.head() != null) && rounds.another()) {
            List<Head> heads = s.claimed();
            order.addAll(refs(heads));
            heads.forEach(s::completed);
        }

        assertThat(order).containsExactly("q/x@1", "q/y@4", "q/x@3", "q/x@4");
    }

    @Test
    @Rule({"APP-10", "I7"})
    default void laneWaitsBehindItsHead() {
        Scene s = scene();
        s.append(event("a").to(lane("q", "x")), event("b").to(lane("q", "x")));
        Head head = s.claimOne();

        assertThat(s.busyUntil()).isEqualTo(s.in(1_000));
        s.fail(head, 9, inMs(5_000));
        assertThat(s.busyUntil()).isEqualTo(s.in(5_000));
        s.advanceMs(5_000);
        Head again = s.claimOne();
        assertThat(again.ref()).isEqualTo(head.ref());
        s.bury(again);
        s.isSettled();
        s.append(event("c").to(lane("q", "x")));
        s.isSettled();
        s.redrive("q", 1, RedriveRequest.Action.SKIP);
        s.completed(s.claimOne());
        assertThat(refs(s.claimed())).containsExactly("q/x@3");
    }

    @Test
    @Rule("APP-10")
    default void lanesAndConsumersDoNotWaitForEachOther() {
        Scene s = scene();
        s.append(event("a").to(lane("q", "x"), lane("q", "y"), lane("p", "x"), each("q")));
        s.claimed().stream()
                .filter(head -> "x".equals(head.lane()) && head.consumer().equals("q"))
                .forEach(s::bury);
        s.lapse();

        s.append(event("b").to(lane("q", "x"), lane("q", "y"), lane("p", "x"), each("q")));

        assertThat(refs(s.claimed())).containsExactly("p/x@1", "q@1", "q/y@1", "q@2");
    }

    @Test
    @Rule("APP-10")
    default void idleLaneStartsAgainWithTheNextEvent() {
        Scene s = scene();
        s.append(event("a").to(lane("q", "x")));
        s.completed(s.claimOne());
        s.append(event("b"), event("c").to(lane("q", "x")));

        assertThat(s.cursors()).containsExactly(new Cursor.LaneCursor("q", "x", 1, 3L, Dispatch.NONE));
        assertThat(refs(s.claimed())).containsExactly("q/x@3");
    }

    @Test
    @Rule({"APP-10", "I7"})
    default void longLaneKeepsItsOrder() {
        Scene s = scene();
        int length = 300;
        List<NewEvent> batch = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            batch.add(event("e" + i).to(lane("q", "x")));
        }
        s.append(batch.subList(0, 100).toArray(NewEvent[]::new));
        s.append(batch.subList(100, length).toArray(NewEvent[]::new));

        for (long index = 1; index <= length; index++) {
            Head head = s.claimOne();
            assertThat(head.event().index()).isEqualTo(index);
            s.completed(head);
        }
        s.isSettled();
    }

    @Test
    @Rule("APP-12")
    default void hasPendingTellsTheTruthForEachDeployment() {
        Scene s = scene();
        Served w = Served.named("w");
        Served g = Served.of(log("g", "u"));

        assertThat(s.append(event("1")).hasPending()).as("nothing for anybody").isFalse();
        assertThat(s.append(w, event("2").to(each("v"))).hasPending())
                .as("a target of others")
                .isFalse();
        assertThat(s.append(event("3")).hasPending())
                .as("others' live head, everybody served")
                .isTrue();
        assertThat(s.append(Served.NONE, event("4").to(each("v"))).hasPending())
                .as("nobody served")
                .isFalse();
        assertThat(s.append(w, event("5").to(each("w"))).hasPending())
                .as("a target")
                .isTrue();
        assertThat(s.append(w, event("6")).hasPending())
                .as("an earlier live head")
                .isTrue();
        assertThat(s.append(g, event("7", "t")).hasPending())
                .as("a type that the log does not take")
                .isFalse();
        assertThat(s.append(g, event("8", "u")).hasPending())
                .as("a type that the log takes")
                .isTrue();
        assertThat(s.append(g, event("9", "t")).hasPending())
                .as("the log's live head")
                .isTrue();
        assertThat(s.append(Served.named("g"), event("10")).hasPending())
                .as("the log by its name")
                .isTrue();
        assertThat(s.append(Served.named("nobody"), event("11")).hasPending())
                .as("somebody else")
                .isFalse();
    }

    @Test
    @Rule("APP-12")
    default void claimedAndHeldHeadsArePendingAndDeadOnesAreNot() {
        Scene s = scene();
        Served w = Served.named("w");
        s.append(event("a").to(each("w")));

        Head head = s.claimOne();
        assertThat(s.append(w).hasPending()).as("claimed").isTrue();
        s.fail(head, 9, inMs(9_000));
        assertThat(s.append(w).hasPending()).as("held").isTrue();
        s.advanceMs(9_000);
        s.bury(s.claimOne());
        assertThat(s.append(w).hasPending()).as("dead").isFalse();
        assertThat(s.append(w, event("b")).hasPending())
                .as("dead, and an event for nobody")
                .isFalse();
        assertThat(s.append(event("c")).hasPending())
                .as("dead, everybody served")
                .isFalse();
        s.redrive("w", 1, RedriveRequest.Action.RETRY);
        assertThat(s.append(w).hasPending()).as("revived").isTrue();
    }

    @Test
    @Rule("APP-12")
    default void causeOfAServedConsumerIsPending() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        Head head = s.claimOne();

        assertThat(s.append(Served.named("w"), event("b").causedBy(head.attempt()))
                        .hasPending())
                .isTrue();
        assertThat(s.append(Served.named("v"), event("c").causedBy(head.attempt()))
                        .hasPending())
                .isFalse();
    }

    @Test
    @Rule("APP-12")
    default void servedHeadIsFoundBehindManyOthers() {
        Scene s = scene();
        s.append(event("mine").to(each("w")));
        for (int i = 0; i < 300; i++) {
            s.append(event("o" + i).to(each("v"), lane("q", "l" + i)));
        }

        assertThat(s.append(Served.named("w")).hasPending()).isTrue();
        assertThat(s.append(Served.named("w"), event("x")).hasPending()).isTrue();
        assertThat(refs(s.claimed(s.asking("h").serving(Served.named("w"))))).containsExactly("w@1");
    }

    @Test
    @Rule("APP-16")
    default void heldTargetCannotBeClaimedBeforeItsTime() {
        Scene s = scene();

        assertThat(s.append(event("a").to(new Target("w", null, inMs(5_000)))).hasPending())
                .isTrue();

        Dispatch held = s.cursor("w", null, 1).dispatch();
        assertThat(held).isEqualTo(new Dispatch(null, null, 0, null, s.in(5_000), 0, null, null, null, null));
        assertThat(s.busyUntil()).isEqualTo(s.in(5_000));
        s.advanceMs(4_999);
        assertThat(s.busyUntil()).isEqualTo(s.in(1));
        s.advanceMs(1);
        Head head = s.claimOne();
        assertThat(head.dispatch().attemptCount()).isEqualTo(1);
        assertThat(head.dispatch().failureCount()).as("a hold is no failure").isZero();
        s.completed(head);
        s.isSettled();
    }

    @Test
    @Rule({"APP-16", "CLM-3"})
    default void holdLongerThanALeaseIsNeverALapse() {
        Scene s = scene();
        s.append(event("a").to(new Target("w", null, When.at(s.in(10_000)))));

        for (int second = 0; second < 10; second++) {
            assertThat(s.claim("h" + second)).isInstanceOf(ClaimResult.Busy.class);
            s.lapse();
        }

        Head head = s.claimed(s.asking("h").maxFailures(1)).get(0);
        assertThat(head.dispatch().failureCount()).isZero();
        assertThat(head.dispatch().failedAt()).isNull();
    }

    @Test
    @Rule("APP-16")
    default void holdThatIsOverHoldsNothing() {
        Scene s = scene();

        s.append(event("a").to(new Target("w", null, When.at(s.in(-1))), new Target("v", null, When.at(s.now()))));

        assertThat(refs(s.claimed())).containsExactly("v@1", "w@1");
    }

    @Test
    @Rule({"APP-16", "CMP-5"})
    default void returnedEventsMayBeHeldToo() {
        Scene s = scene();
        s.append(event("a").to(each("w")));

        s.completed(CompleteRequest.of(
                s.session(), s.claimOne().attempt(), event("b").to(new Target("w", null, inMs(2_000)), each("v"))));

        assertThat(refs(s.claimed())).containsExactly("v@2");
        s.advanceMs(2_000);
        assertThat(refs(s.claimed())).contains("w@2");
    }

    @Test
    @Rule("APP-16")
    default void retriedAppendDoesNotHoldAgain() {
        Scene s = scene();
        s.append(event("a").to(new Target("w", null, inMs(1_000))));
        s.advanceMs(1_000);

        s.changesNothing(() -> s.append(event("a").to(new Target("w", null, inMs(1_000)))));

        s.claimOne();
    }

    @Test
    @Rule({"APP-16", "VAL-4"})
    default void laneCannotBeHeldBack() {
        Scene s = scene();

        s.invalid("a hold in a lane", () -> s.append(event("a").to(new Target("q", "x", inMs(1_000)))));
    }

    @Test
    @Rule({"WRK-1", "APP-16"})
    default void heldTargetIsMarkedForItsTime() {
        Scene s = scene();
        s.append(event("a").to(new Target("w", null, inMs(60_000))));

        List<WorkMark> marks = WorkCheck.marks(s.store(), s.session());

        assertThat(marks).extracting(WorkMark::consumer).containsExactly("w");
        assertThat(marks.get(0).dueAt()).isBeforeOrEqualTo(s.in(60_000));
    }

    @Test
    @Rule({"APP-16", "SNP-5"})
    default void heldHeadCanPinASnapshot() {
        Scene s = scene();
        s.append(event("a").to(new Target("w", null, inMs(60_000))), event("b"));

        s.snapshot(1, "1", new HeadRef("w", null, 1));
        s.snapshot(2, "2");

        assertThat(s.store()
                        .readState(ReadStateRequest.of(s.session(), "r").through(1L))
                        .snapshot())
                .isNotNull();
    }
}
