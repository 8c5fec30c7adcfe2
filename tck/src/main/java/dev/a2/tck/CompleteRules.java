package dev.a2.tck;

import static dev.a2.store.ErrorCode.INVALID_ARGUMENT;
import static dev.a2.store.ErrorCode.PARTIAL_DUPLICATE_BATCH;
import static dev.a2.store.Target.each;
import static dev.a2.store.Target.lane;
import static dev.a2.tck.Given.event;
import static dev.a2.tck.Given.log;
import static dev.a2.tck.Given.refs;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimResult;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
import dev.a2.store.Cursor;
import dev.a2.store.Dispatch;
import dev.a2.store.Event;
import dev.a2.store.FailResult;
import dev.a2.store.Head;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.RedriveRequest;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** CMP: completions. */
public interface CompleteRules extends StoreRules {
    @Test
    @Rule("CMP-1")
    default void completionBeyondTheFrontierIsInvalid() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        s.claimOne();

        s.refused(INVALID_ARGUMENT, () -> complete(s, new AttemptRef("w", null, 2, 1)));
        s.refused(INVALID_ARGUMENT, () -> complete(s, new AttemptRef("nobody", "x", 99, 1)));
    }

    @Test
    @Rule({"CMP-1", "I10"})
    default void completionAtOrBelowTheMarkerIsSuperseded() {
        Scene s = scene();
        s.append(event("a").to(each("w"), lane("q", "x")));
        List<Head> heads = s.claimed();
        s.clear();

        for (int i = 0; i < 2; i++) {
            s.changesNothing(() -> {
                heads.forEach(head -> s.isSuperseded(s.complete(head, event("r"))));
                s.isSuperseded(complete(s, new AttemptRef("w", null, 2, 1)));
            });
            s.reclaimAll();
        }
    }

    @Test
    @Rule("CMP-2")
    default void repeatedCompletionReturnsTheStoredEvents() {
        Scene s = scene();
        s.append(event("a").to(each("w"), lane("q", "x")));
        for (Head head : s.claimed()) {
            String stem = head.consumer();
            List<Event> first = s.completed(
                            head,
                            event(stem + 1, "t", "{\"x\":1}"),
                            event(stem + 2).to(each("v")))
                    .events();
            s.append(event("later " + stem));
            s.advanceMs(10_000);

            s.changesNothing(() -> assertThat(
                            s.completed(head, event(stem + 1, "t", "{ \"x\" : 1.0 }"), event(stem + 2))
                                    .events())
                    .isEqualTo(first));
        }
    }

    @Test
    @Rule("CMP-2")
    default void repeatedCompletionWithoutEventsIsCompletedToo() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        Head head = s.claimOne();
        s.completed(head);

        s.changesNothing(() -> assertThat(s.completed(head).events()).isEmpty());
        s.refused(PARTIAL_DUPLICATE_BATCH, () -> s.complete(head, event("r")));
    }

    @Test
    @Rule("CMP-2")
    default void repeatedCompletionWithOtherEventsIsRefused() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        Head head = s.claimOne();
        s.completed(head, event("r1", "t", "1"), event("r2", "t", "2"));
        s.append(event("other", "t", "1"));

        s.refused(PARTIAL_DUPLICATE_BATCH, () -> s.complete(head));
        s.refused(PARTIAL_DUPLICATE_BATCH, () -> s.complete(head, event("r1", "t", "1")));
        s.refused(PARTIAL_DUPLICATE_BATCH, () -> s.complete(head, event("r2", "t", "2"), event("r1", "t", "1")));
        s.refused(
                PARTIAL_DUPLICATE_BATCH,
                () -> s.complete(head, event("r1", "t", "1"), event("r2", "t", "2"), event("r3")));
        s.refused(PARTIAL_DUPLICATE_BATCH, () -> s.complete(head, event("r1", "t", "1"), event("r2", "u", "2")));
        s.refused(PARTIAL_DUPLICATE_BATCH, () -> s.complete(head, event("r1", "t", "1"), event("r2", "t", "3")));
        s.refused(PARTIAL_DUPLICATE_BATCH, () -> s.complete(head, event("other", "t", "1"), event("r2", "t", "2")));
    }

    @Test
    @Rule({"CMP-2", "I6"})
    default void completionOfSomebodyElsesDoneHeadIsSuperseded() {
        Scene s = scene();
        s.append(event("a").to(each("w"), each("v")));
        Head first = s.claimed("h1").get(1);
        s.lapse();
        List<Head> second = s.claimed("h2");
        s.completed(second.get(1), event("r"));
        s.bury(second.get(0));
        s.redrive("v", 1, RedriveRequest.Action.SKIP);

        s.changesNothing(() -> {
            s.isSuperseded(s.complete(first, event("r")));
            s.isSuperseded(complete(s, first.ref().attempt(3)));
            s.isSuperseded(s.complete(second.get(0)));
            s.isSuperseded(complete(s, new AttemptRef("w", "x", 1, 2)));
            s.isSuperseded(complete(s, new AttemptRef("nobody", null, 1, 2)));
        });
    }

    @Test
    @Rule({"CMP-2", "I6"})
    default void manyEqualCompletionsAtOnceCompleteOnce() {
        Scene s = scene();
        s.append(event("a").to(lane("q", "x")), event("b").to(lane("q", "x")));
        Head head = s.claimOne();

        List<CompleteResult.Completed> results =
                Together.run(20, i -> () -> s.completed(head, event("r1").to(lane("q", "x")), event("r2")));

        assertThat(s.readIds()).containsExactly("a", "b", "r1", "r2");
        assertThat(results)
                .extracting(CompleteResult.Completed::events)
                .containsOnly(s.read().subList(2, 4));
        s.completed(s.claimOne());
        assertThat(refs(s.claimed())).containsExactly("q/x@3");
    }

    @Test
    @Rule("CMP-3")
    default void onlyAClaimedLiveAttemptCompletes() {
        Scene s = scene();
        s.append(event("a").to(each("w"), lane("q", "x")), event("b").to(lane("q", "x")));
        s.changesNothing(() -> s.isSuperseded(complete(s, new AttemptRef("w", null, 1, 1), "r")));
        List<Head> heads = s.claimed();
        Head lane = heads.get(0);
        Head own = heads.get(1);

        s.changesNothing(() -> {
            s.isSuperseded(complete(s, own.ref().attempt(2), "r"));
            s.isSuperseded(complete(s, new AttemptRef("w", "x", 1, 1), "r"));
            s.isSuperseded(complete(s, new AttemptRef("w", "", 1, 1), "r"));
            s.isSuperseded(complete(s, new AttemptRef("q", null, 1, 1), "r"));
            s.isSuperseded(complete(s, new AttemptRef("q", "y", 1, 1), "r"));
            s.isSuperseded(complete(s, new AttemptRef("q", "x", 2, 1), "r"));
        });
        s.fail(own, 9);
        s.bury(lane);
        s.changesNothing(() -> {
            s.isSuperseded(s.complete(own, event("r")));
            s.isSuperseded(s.complete(lane, event("r")));
        });
        s.redrive("q", 1, RedriveRequest.Action.RETRY);
        s.changesNothing(() -> s.isSuperseded(s.complete(lane, event("r"))));
    }

    @Test
    @Rule({"CMP-3", "I5"})
    default void lapsedClaimStillCompletesUntilTakenOver() {
        Scene s = scene();
        s.append(event("a").to(each("w"), each("v")));
        List<Head> heads = s.claimed("h1");
        s.advanceMs(3_600_000);

        s.completed(heads.get(0), event("late"));
        s.claimOne("h2");
        s.changesNothing(() -> s.isSuperseded(s.complete(heads.get(1), event("too late"))));
    }

    @Test
    @Rule({"CMP-3", "I6"})
    default void completionAndTakeoverAtOnceHaveOneWinner() {
        for (int round = 0; round < 20; round++) {
            Scene s = scene();
            String id = "round" + round;
            s.append(event(id).to(lane("q", id)));
            Head head = s.claimOne("h1");
            s.lapse();

            List<Object> results =
                    Together.run(2, i -> i == 0 ? () -> s.complete(head, event("r-" + id)) : () -> s.claim("h2"));

            boolean completed = results.get(0) instanceof CompleteResult.Completed;
            boolean takenOver = results.get(1) instanceof ClaimResult.Claimed;
            assertThat(completed).as("completed, taken over: %s", results).isNotEqualTo(takenOver);
            assertThat(s.readIds().contains("r-" + id)).isEqualTo(completed);
            if (takenOver) {
                s.completed(((ClaimResult.Claimed) results.get(1)).heads().get(0));
            }
        }
    }

    @Test
    @Rule("CMP-4")
    default void returnedIdThatExistsIsRefused() {
        Scene s = scene();
        s.append(event("a").to(each("w")), event("b"));
        Head head = s.claimOne();

        s.refused(PARTIAL_DUPLICATE_BATCH, () -> s.complete(head, event("b")));
        s.refused(PARTIAL_DUPLICATE_BATCH, () -> s.complete(head, event("new"), event("a")));
        s.refused(PARTIAL_DUPLICATE_BATCH, () -> s.complete(head, event("new"), event("new")));
        s.completed(head, event("new"));

        assertThat(s.readIds()).containsExactly("a", "b", "new");
    }

    @Test
    @Rule({"CMP-4", "APP-4"})
    default void returnedIdFromBeforeAClearIsFree() {
        Scene s = scene();
        s.append(event("a"), event("b"));
        s.clear();
        s.append(event("c").to(each("w")));

        assertThat(s.completed(s.claimOne(), event("b"), event("a")).events())
                .extracting(Event::index)
                .containsExactly(5L, 6L);
    }

    @Test
    @Rule("CMP-5")
    default void completionAppendsWithTheAttemptAsCause() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        s.lapse();
        s.claimOne("h1");
        s.lapse();
        Head head = s.claimOne("h2");
        s.advanceMs(7);

        List<Event> events = s.completed(head, event("r1", "u", "{\"x\":1}").to(each("v")), event("r2"))
                .events();

        assertThat(events).extracting(Event::cause).containsOnly(new AttemptRef("w", null, 1, 2));
        assertThat(events).extracting(Event::createdAt).containsOnly(s.now());
        assertThat(s.store().read(s.session(), 1, null)).isEqualTo(events);
        assertThat(s.cursors()).containsExactly(new Cursor.EventCursor("v", 2, Dispatch.NONE));
    }

    @Test
    @Rule({"CMP-5", "I7"})
    default void eventCursorsEndInAnyOrder() {
        Scene s = scene();
        s.append(event("a").to(each("w")), event("b").to(each("w")), event("c").to(each("w")));
        List<Head> heads = s.claimed();

        s.completed(heads.get(2));
        s.completed(heads.get(0));
        s.lapse();

        assertThat(s.cursors()).extracting(Cursor::head).containsExactly(2L);
        assertThat(refs(s.claimed("h2"))).as("what is unfinished comes again").containsExactly("w@2");
    }

    @Test
    @Rule({"CMP-5", "I7"})
    default void laneMovesToItsLinkedSuccessorOrBecomesIdle() {
        Scene s = scene();
        s.append(event("a").to(lane("q", "x")), event("b"), event("c").to(lane("q", "x")));

        s.completed(s.claimOne(), event("d").to(lane("q", "x")));
        assertThat(s.cursors()).containsExactly(new Cursor.LaneCursor("q", "x", 1, 3L, Dispatch.NONE));
        s.completed(s.claimOne());
        assertThat(s.cursors()).containsExactly(new Cursor.LaneCursor("q", "x", 3, 4L, Dispatch.NONE));
        s.completed(s.claimOne());
        assertThat(s.cursors()).containsExactly(new Cursor.LaneCursor("q", "x", 4, null, Dispatch.NONE));
        s.isSettled();
    }

    @Test
    @Rule({"CMP-5", "APP-10"})
    default void laneThatBecomesIdleTakesWhatItReturned() {
        Scene s = scene();
        s.append(event("a").to(lane("q", "x")));

        s.completed(
                s.claimOne(),
                event("b"),
                event("c").to(lane("q", "x")),
                event("d").to(lane("q", "x")));

        assertThat(s.cursors()).containsExactly(new Cursor.LaneCursor("q", "x", 1, 3L, Dispatch.NONE));
        s.completed(s.claimOne());
        assertThat(refs(s.claimed())).containsExactly("q/x@4");
    }

    @Test
    @Rule({"CMP-5", "I7"})
    default void logMovesToTheNextStoredEventThenToTheReturnedOnes() {
        Scene s = scene();
        Served served = Served.of(log("g", "x"));
        s.append(served, event("a", "x"), event("b", "y"), event("c", "x"));

        s.completed(CompleteRequest.of(s.session(), s.claimOne().attempt(), event("d", "x"))
                .serving(served));
        assertThat(s.cursors().get(0).head()).isEqualTo(3);
        s.completed(CompleteRequest.of(s.session(), s.claimOne().attempt(), event("e", "y"))
                .serving(served));
        assertThat(s.cursors().get(0).head()).isEqualTo(4);
        s.completed(CompleteRequest.of(s.session(), s.claimOne().attempt(), event("f", "y"), event("g", "x"))
                .serving(served));
        assertThat(s.cursors().get(0).head()).isEqualTo(7);
        s.completed(CompleteRequest.of(s.session(), s.claimOne().attempt()).serving(served));
        assertThat(s.cursors().get(0).head()).isNull();
        assertThat(s.cursors().get(0).position()).isEqualTo(7);
    }

    @Test
    @Rule({"CMP-5", "APP-11"})
    default void typedLogTakesEventsAppendedByOthersWhileItWasBusy() {
        Scene s = scene();
        s.append(Served.of(log("g", "x")), event("a", "x"));
        Head head = s.claimOne();
        s.append(event("b", "y"), event("c", "x"));

        s.completed(head, event("d", "x"));

        assertThat(s.cursors().get(0).head())
                .as("c was appended by a deployment that did not serve the log")
                .isEqualTo(3);
    }

    @Test
    @Rule({"CMP-5", "APP-11"})
    default void returnedEventsWakeServedLogs() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        ServedConsumer fresh = log("g", "x");
        ServedConsumer back = ServedConsumer.log("h", new LogOptions("main", null, true));

        s.completed(CompleteRequest.of(s.session(), s.claimOne().attempt(), event("b", "y"), event("c", "x"))
                .serving(Served.of(fresh, back)));

        assertThat(refs(s.claimed())).containsExactly("h/main@1", "g/main@3");
    }

    @Test
    @Rule({"CMP-5", "I4"})
    default void completionIsAllOrNothing() {
        Scene s = scene();
        s.append(event("a").to(lane("q", "x")), event("taken"), event("b").to(lane("q", "x")));
        Head head = s.claimOne();

        s.refused(
                PARTIAL_DUPLICATE_BATCH,
                () -> s.complete(head, event("r1").to(lane("q", "x"), each("w")), event("taken")));

        assertThat(s.dispatch(head)).isEqualTo(head.dispatch());
        s.completed(head, event("r1"));
    }

    @Test
    @Rule({"CMP-2", "FAIL-2"})
    default void otherVerdictOfTheSameAttemptIsRefused() {
        Scene s = scene();
        s.append(event("a").to(each("w"), each("v")));
        List<Head> heads = s.claimed();
        s.completed(heads.get(0));
        s.fail(heads.get(1), 9);

        s.changesNothing(() -> {
            assertThat(s.fail(heads.get(0), 1)).isEqualTo(new FailResult(FailResult.Outcome.SUPERSEDED, 0));
            s.isSuperseded(s.complete(heads.get(1)));
        });
    }

    private static CompleteResult complete(Scene s, AttemptRef attempt, String... ids) {
        return s.store()
                .completeAttempt(CompleteRequest.of(
                        s.session(),
                        attempt,
                        Arrays.stream(ids).map(Given::event).toArray(NewEvent[]::new)));
    }
}
