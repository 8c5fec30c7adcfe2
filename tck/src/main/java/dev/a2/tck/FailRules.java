package dev.a2.tck;

import static dev.a2.store.ErrorCode.INVALID_ARGUMENT;
import static dev.a2.store.Target.each;
import static dev.a2.store.Target.lane;
import static dev.a2.tck.Given.event;
import static dev.a2.tck.Given.inMs;
import static dev.a2.tck.Given.log;
import static dev.a2.tck.Given.refs;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimResult;
import dev.a2.store.Dispatch;
import dev.a2.store.FailRequest;
import dev.a2.store.FailResult;
import dev.a2.store.FailResult.Outcome;
import dev.a2.store.Head;
import dev.a2.store.RedriveRequest;
import dev.a2.store.Served;
import dev.a2.store.When;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** FAIL: attempts that end without success. */
public interface FailRules extends StoreRules {
    @Test
    @Rule("FAIL-1")
    default void failureBeyondTheFrontierIsInvalid() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        s.claimOne();

        s.refused(INVALID_ARGUMENT, () -> fail(s, new AttemptRef("w", null, 2, 1), 9));
        s.refused(INVALID_ARGUMENT, () -> fail(s, new AttemptRef("nobody", "x", 99, 1), 9));
    }

    @Test
    @Rule({"FAIL-1", "I10"})
    default void failureAtOrBelowTheMarkerIsSuperseded() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        Head head = s.claimOne();
        s.clear();

        s.changesNothing(() -> {
            assertThat(s.fail(head, 1)).isEqualTo(new FailResult(Outcome.SUPERSEDED, 0));
            assertThat(fail(s, new AttemptRef("w", null, 2, 1), 1)).isEqualTo(new FailResult(Outcome.SUPERSEDED, 0));
        });
    }

    @Test
    @Rule("FAIL-2")
    default void failureOfADoneHeadOrAnotherCursorIsSupersededAtNoCount() {
        Scene s = scene();
        s.append(event("a").to(each("w"), each("v"), lane("q", "x")), event("b").to(lane("q", "x")));
        List<Head> heads = s.claimed();
        s.completed(heads.get(2));
        s.bury(heads.get(1));
        s.redrive("v", 1, RedriveRequest.Action.SKIP);

        FailResult nothing = new FailResult(Outcome.SUPERSEDED, 0);
        s.changesNothing(() -> {
            assertThat(s.fail(heads.get(2), 1)).as("completed").isEqualTo(nothing);
            assertThat(s.fail(heads.get(1), 1)).as("skipped").isEqualTo(nothing);
            assertThat(fail(s, new AttemptRef("q", null, 1, 1), 1))
                    .as("another kind")
                    .isEqualTo(nothing);
            assertThat(fail(s, new AttemptRef("q", "y", 1, 1), 1))
                    .as("another lane")
                    .isEqualTo(nothing);
            assertThat(fail(s, new AttemptRef("q", "x", 2, 1), 1)).as("queued").isEqualTo(nothing);
            assertThat(fail(s, new AttemptRef("nobody", null, 1, 1), 1))
                    .as("unknown")
                    .isEqualTo(nothing);
        });
    }

    @Test
    @Rule("FAIL-2")
    default void failureOfAnotherAttemptTellsTheFailuresSoFar() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        Head first = s.claimOne("h1");
        s.lapse();
        Head second = s.claimOne("h2");
        s.lapse();
        s.claimOne("h3");

        s.changesNothing(() -> {
            assertThat(s.fail(first, 1)).isEqualTo(new FailResult(Outcome.SUPERSEDED, 2));
            assertThat(s.fail(second, 1)).isEqualTo(new FailResult(Outcome.SUPERSEDED, 2));
            assertThat(fail(s, first.ref().attempt(4), 1)).isEqualTo(new FailResult(Outcome.SUPERSEDED, 2));
        });
    }

    @Test
    @Rule("FAIL-3")
    default void repeatedFailureIsAnsweredAndNotCounted() {
        Scene s = scene();
        s.append(event("a").to(each("w"), each("v")));
        List<Head> heads = s.claimed();
        FailResult failed = s.fail(heads.get(0), 9, inMs(5_000));
        FailResult dead = s.fail(heads.get(1), 1);
        s.advanceMs(700);

        s.changesNothing(() -> {
            assertThat(s.fail(heads.get(0), 9, inMs(5_000))).isEqualTo(failed);
            assertThat(s.fail(heads.get(0), 1)).as("with other arguments").isEqualTo(failed);
            assertThat(s.fail(heads.get(1), 1)).isEqualTo(dead);
        });
        assertThat(failed).isEqualTo(new FailResult(Outcome.FAILED, 1));
        assertThat(dead).isEqualTo(new FailResult(Outcome.DEAD_LETTERED, 1));
    }

    @Test
    @Rule("FAIL-3")
    default void failureOfAnAttemptBeforeTheLastIsNoRepeat() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        Head first = s.claimOne();
        s.fail(first, 9);
        Head second = s.claimOne();

        s.changesNothing(() -> assertThat(s.fail(first, 9)).isEqualTo(new FailResult(Outcome.SUPERSEDED, 1)));
        assertThat(s.fail(second, 9)).isEqualTo(new FailResult(Outcome.FAILED, 2));
    }

    @Test
    @Rule({"FAIL-3", "DL-3"})
    default void repeatAfterARedriveAnswersFromTheRow() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        Head head = s.claimOne();
        s.bury(head);
        s.redrive("w", 1, RedriveRequest.Action.RETRY);

        s.changesNothing(() -> assertThat(s.fail(head, 1)).isEqualTo(new FailResult(Outcome.FAILED, 0)));
        assertThat(refs(s.claimed())).containsExactly("w@1");
    }

    @Test
    @Rule("FAIL-4")
    default void deadLetterStaysDead() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        s.claimOne();
        s.lapse();
        Head dead = s.claimed(s.asking("h2").maxFailures(1)).get(0);

        s.changesNothing(() -> assertThat(s.fail(dead, 9)).isEqualTo(new FailResult(Outcome.DEAD_LETTERED, 1)));
    }

    @Test
    @Rule("FAIL-4")
    default void headWithoutHolderCannotFail() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        s.claimOne();
        s.lapse();
        Head dead = s.claimed(s.asking("h2").maxFailures(1)).get(0);
        s.redrive("w", 1, RedriveRequest.Action.RETRY);

        s.changesNothing(() -> assertThat(s.fail(dead, 1)).isEqualTo(new FailResult(Outcome.SUPERSEDED, 0)));
    }

    @Test
    @Rule("FAIL-5")
    default void failureIsRecordedAndHoldsUntilTheRetryTime() {
        Scene s = scene();
        s.append(Served.of(log("g")), event("a").to(each("w"), lane("q", "x")));
        List<Head> heads = s.claimed();
        s.advanceMs(5);

        for (Head head : heads) {
            FailResult result = s.store()
                    .failAttempt(new FailRequest(s.session(), head.attempt(), "no\n\"luck\" \0 é😀", 3, inMs(2_000)));
            assertThat(result).isEqualTo(new FailResult(Outcome.FAILED, 1));
            assertThat(s.dispatch(head))
                    .isEqualTo(new Dispatch(
                            TestClock.START,
                            TestClock.START,
                            1,
                            null,
                            s.in(2_000),
                            1,
                            s.now(),
                            1,
                            "no\n\"luck\" \0 é😀",
                            null));
        }
        s.advanceMs(1_999);
        assertThat(s.busyUntil()).isEqualTo(s.in(1));
        s.advanceMs(1);
        assertThat(s.claimed("h2"))
                .hasSize(3)
                .extracting(head -> head.dispatch().attemptCount())
                .containsOnly(2);
    }

    @Test
    @Rule("FAIL-5")
    default void withoutRetryTimeOrWithAPastOneTheHeadIsFreeAtOnce() {
        Scene s = scene();
        s.append(event("a").to(each("w")));

        s.fail(s.claimOne(), 9, null);
        s.fail(s.claimOne(), 9, When.at(s.now()));
        s.fail(s.claimOne(), 9, When.at(s.in(-5_000)));

        assertThat(s.claimOne().dispatch().failureCount()).isEqualTo(3);
    }

    @Test
    @Rule("FAIL-5")
    default void laterFailureWithoutRetryTimeClearsTheHold() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        s.fail(s.claimOne(), 9, inMs(1_000));
        s.advanceMs(1_000);
        Head head = s.claimOne();

        s.fail(head, 9);

        assertThat(s.dispatch(head).claimExpiresAt()).isNull();
        s.claimOne();
    }

    @Test
    @Rule({"FAIL-5", "I9"})
    default void failureThatReachesMaxFailuresMakesADeadLetter() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        for (int failures = 1; failures < 3; failures++) {
            assertThat(s.fail(s.claimOne(), 3)).isEqualTo(new FailResult(Outcome.FAILED, failures));
        }
        Head last = s.claimOne();
        s.advanceMs(9);

        assertThat(s.fail(last, 3, inMs(50))).isEqualTo(new FailResult(Outcome.DEAD_LETTERED, 3));

        assertThat(s.dispatch(last))
                .isEqualTo(
                        new Dispatch(TestClock.START, TestClock.START, 3, null, null, 3, s.now(), 3, "boom", s.now()));
        s.advanceMs(86_400_000);
        s.isSettled();
    }

    @Test
    @Rule({"FAIL-5", "CLM-3"})
    default void failureIsJudgedByItsOwnMaxFailures() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        for (int i = 0; i < 5; i++) {
            s.fail(s.claimOne(), 99);
        }

        assertThat(s.fail(s.claimOne(), 2)).isEqualTo(new FailResult(Outcome.DEAD_LETTERED, 6));
    }

    @Test
    @Rule({"FAIL-5", "I5"})
    default void failureMayBeReportedAfterTheClaimLapsed() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        Head head = s.claimOne("h1");
        s.advanceMs(99_000);

        assertThat(s.fail(head, 9)).isEqualTo(new FailResult(Outcome.FAILED, 1));

        assertThat(s.claimOne("h2").dispatch().failureCount())
                .as("no lapse on top")
                .isEqualTo(1);
    }

    @Test
    @Rule({"FAIL-5", "CLM-4"})
    default void reportAndTakeoverAtOnceMakeOneDeadLetter() {
        for (int round = 0; round < 20; round++) {
            Scene s = scene();
            String lane = "l" + round;
            s.append(event("e" + round).to(lane("q", lane)));
            Head head = s.claimOne("h1");
            s.lapse();

            Together.run(
                    2,
                    i -> i == 0
                            ? () -> s.fail(head, 1)
                            : () -> s.store().claimAvailable(s.asking("h2").maxFailures(1)));

            Head dead = s.deadLetters().get(round);
            assertThat(dead.lane()).isEqualTo(lane);
            assertThat(dead.dispatch().failureCount())
                    .as("one failure, whoever saw it")
                    .isEqualTo(1);
            s.isSettled();
        }
    }

    @Test
    @Rule("FAIL-6")
    default void longErrorTextIsCutOnACharacterBoundary() {
        Scene s = scene();
        int most = 8 << 10;
        List<String> errors = List.of(
                "",
                "x".repeat(most),
                "x".repeat(most + 1),
                "é".repeat(most),
                "x" + "é".repeat(most),
                "x".repeat(most - 1) + "😀",
                "x".repeat(most - 4) + "😀😀",
                "😀".repeat(most),
                "x".repeat(2 << 20));

        for (String error : errors) {
            String id = s.unique("e");
            s.append(event(id).to(each("w")));
            Head head = s.claimOne();
            s.store().failAttempt(new FailRequest(s.session(), head.attempt(), error, 1, null));
            String kept = Given.there("the error text", s.dispatch(head).lastError());
            assertThat(error).startsWith(kept);
            int bytes = kept.getBytes(StandardCharsets.UTF_8).length;
            int whole = error.getBytes(StandardCharsets.UTF_8).length;
            assertThat(bytes).as("bytes kept of %s", whole).isLessThanOrEqualTo(most);
            assertThat(bytes).as("as many as fit").isGreaterThan(Math.min(whole, most) - 4);
            assertThat(new String(kept.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                    .isEqualTo(kept);
        }
    }

    @Test
    @Rule({"FAIL-5", "APP-10"})
    default void laneAndLogWaitBehindAHeldHead() {
        Scene s = scene();
        s.append(Served.of(log("g")), event("a").to(lane("q", "x")), event("b").to(lane("q", "x"), each("w")));
        s.claimed(s.asking("h1").through(1L)).forEach(head -> s.fail(head, 9, inMs(9_000)));

        assertThat(refs(s.claimed("h2"))).containsExactly("w@2");
        assertThat(s.store().claimAvailable(s.asking("h2").serving(Served.named("q", "g"))))
                .isEqualTo(new ClaimResult.Busy(s.in(9_000)));
    }

    private static FailResult fail(Scene s, AttemptRef attempt, int maxFailures) {
        return s.store().failAttempt(new FailRequest(s.session(), attempt, "boom", maxFailures, null));
    }
}
