package dev.a2.tck;

import static dev.a2.store.ErrorCode.STORE_UNAVAILABLE;
import static dev.a2.store.Target.each;
import static dev.a2.store.Target.lane;
import static dev.a2.tck.Given.event;
import static dev.a2.tck.Given.inMs;
import static dev.a2.tck.Given.log;
import static dev.a2.tck.Given.refs;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.Dispatch;
import dev.a2.store.FailResult;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import dev.a2.store.NewEvent;
import dev.a2.store.RedriveRequest;
import dev.a2.store.ReleaseRequest;
import dev.a2.store.Served;
import dev.a2.store.StoreException;
import dev.a2.store.Target;
import dev.a2.store.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** CLM: claims. */
public interface ClaimRules extends StoreRules {
    @Test
    @Rule("CLM-1")
    default void onlyServedConsumersAreClaimed() {
        Scene s = scene();
        s.append(event("a").to(each("w"), each("v"), lane("q", "x")));

        assertThat(s.store().claimAvailable(s.asking("h").serving(Served.NONE)))
                .isInstanceOf(ClaimResult.Settled.class);
        assertThat(s.store().claimAvailable(s.asking("h").serving(Served.named("nobody"))))
                .isInstanceOf(ClaimResult.Settled.class);
        assertThat(refs(s.claimed(s.asking("h").serving(Served.named("q", "v")))))
                .containsExactly("q/x@1", "v@1");
        assertThat(s.store().claimAvailable(s.asking("h").serving(Served.named("v"))))
                .isInstanceOf(ClaimResult.Busy.class);
        assertThat(refs(s.claimed())).containsExactly("w@1");
    }

    @Test
    @Rule({"CLM-1", "CLM-5"})
    default void headsComeByIndexThenConsumerThenEventCursorBeforeLanes() {
        Scene s = scene();
        s.append(
                Served.of(log("ab")),
                event("a")
                        .to(
                                lane("b", "\ud83d\ude00"),
                                lane("b", "\uffff"),
                                lane("b", ""),
                                each("b"),
                                lane("b", "Z"),
                                lane("b", "a"),
                                each("a"),
                                each("\ud83d\ude00"),
                                each("\uffff"),
                                each("aa")),
                event("b").to(each("a")));

        List<String> expected = List.of(
                "a@1",
                "aa@1",
                "ab/main@1",
                "b@1",
                "b/@1",
                "b/Z@1",
                "b/a@1",
                "b/\uffff@1",
                "b/\ud83d\ude00@1",
                "\ud83d\ude00@1",
                "\uffff@1",
                "a@2");
        assertThat(refs(s.claimed())).isEqualTo(expected);
    }

    @Test
    @Rule("CLM-1")
    default void noHeadBeyondThroughIsTaken() {
        Scene s = scene();
        s.append(event("a").to(each("w")), event("b").to(each("w")), event("c").to(each("w")));

        assertThat(s.store().claimAvailable(s.asking("h").through(0L))).isInstanceOf(ClaimResult.Settled.class);
        assertThat(refs(s.claimed(s.asking("h").through(2L)))).containsExactly("w@1", "w@2");
        assertThat(s.store().claimAvailable(s.asking("h").through(2L))).isInstanceOf(ClaimResult.Busy.class);
        assertThat(refs(s.claimed(s.asking("h").through(99L)))).containsExactly("w@3");
    }

    @Test
    @Rule("CLM-1")
    default void excludedHeadsAreLeftOut() {
        Scene s = scene();
        s.append(
                Served.of(log("g")),
                event("a").to(each("w"), lane("q", "x"), lane("q", "y"), each("q")),
                event("b").to(each("w")));

        Set<HeadRef> exclude = Set.of(
                new HeadRef("w", null, 1),
                new HeadRef("q", "x", 99),
                new HeadRef("g", "main", 7),
                new HeadRef("v", null, 2));
        assertThat(refs(s.claimed(s.asking("h").exclude(exclude)))).containsExactly("q@1", "q/y@1", "w@2");
        assertThat(s.store()
                        .claimAvailable(s.asking("h")
                                .exclude(Set.of(
                                        new HeadRef("w", null, 1),
                                        new HeadRef("q", "x", 1),
                                        new HeadRef("g", "main", 1),
                                        new HeadRef("q", null, 1),
                                        new HeadRef("q", "y", 1),
                                        new HeadRef("w", null, 2)))))
                .as("all heads are excluded, also the busy ones")
                .isInstanceOf(ClaimResult.Settled.class);
        assertThat(refs(s.claimed())).containsExactly("g/main@1", "q/x@1", "w@1");
    }

    @Test
    @Rule({"CLM-2", "CLM-5"})
    default void claimStartsTheFirstAttempt() {
        Scene s = scene();
        s.append(event("a", "t", "{\"n\":1}").to(each("w")));
        s.advanceMs(5);

        ClaimResult.Claimed result = (ClaimResult.Claimed) s.claim("h1");

        Head head = result.heads().get(0);
        assertThat(head.event()).isEqualTo(s.read().get(0));
        assertThat(head.dispatch())
                .isEqualTo(new Dispatch(s.now(), s.now(), 1, "h1", s.in(1_000), 0, null, null, null, null));
        assertThat(result.frontier()).isEqualTo(1);
        assertThat(result.clearIndex()).isZero();
        assertThat(s.dispatch(head)).isEqualTo(head.dispatch());
    }

    @Test
    @Rule("CLM-2")
    default void everyFreeHeadIsTakenAtOnceAndHeldOnesAreNot() {
        Scene s = scene();
        s.append(
                Served.of(log("g")),
                event("a").to(each("w"), lane("q", "x")),
                event("b").to(lane("q", "x")));

        assertThat(refs(s.claimed("h1"))).containsExactly("g/main@1", "q/x@1", "w@1");
        assertThat(s.claim("h2")).isInstanceOf(ClaimResult.Busy.class);
        s.append(event("c").to(each("w")));
        assertThat(refs(s.claimed("h2"))).containsExactly("w@3");
    }

    @Test
    @Rule({"CLM-2", "I5"})
    default void manyClaimersAtOnceTakeEachHeadOnce() {
        Scene s = scene();
        int count = 60;
        List<NewEvent> batch = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            batch.add(event("e" + i).to(each("w"), lane("q", "l" + i)));
        }
        s.append(batch.toArray(NewEvent[]::new));

        List<List<Head>> taken = Together.run(8, i -> () -> {
            List<Head> mine = new ArrayList<>();
            Together.Rounds rounds = new Together.Rounds("claiming what is free", 1_000);
            while (s.store().claimAvailable(s.asking("h" + i).limit(5)) instanceof ClaimResult.Claimed claimed
                    && rounds.another()) {
                mine.addAll(claimed.heads());
            }
            return mine;
        });

        List<Head> all = taken.stream().flatMap(List::stream).toList();
        assertThat(all).hasSize(2 * count).extracting(Head::ref).doesNotHaveDuplicates();
        assertThat(all).allMatch(head -> head.dispatch().attemptCount() == 1);
        for (int i = 0; i < 8; i++) {
            String holder = "h" + i;
            assertThat(taken.get(i))
                    .allMatch(head -> holder.equals(head.dispatch().claimHolder()));
        }
    }

    @Test
    @Rule({"CLM-2", "I5"})
    default void oneOfManyTakersOverGetsALapsedHead() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        s.claimOne("h0");
        s.lapse();

        List<ClaimResult> results = Together.run(8, i -> () -> s.claim("h" + (i + 1)));

        assertThat(results).filteredOn(ClaimResult.Claimed.class::isInstance).hasSize(1);
        assertThat(s.cursor("w", null, 1).dispatch().attemptCount()).isEqualTo(2);
        assertThat(s.cursor("w", null, 1).dispatch().failureCount()).isEqualTo(1);
    }

    @Test
    @Rule("CLM-3")
    default void takingOverALapsedClaimCountsAFailure() {
        Scene s = scene();
        s.append(event("a").to(each("w"), lane("q", "x")));
        List<Head> first = s.claimed("h1");
        s.lapse();

        List<Head> second = s.claimed("h2");

        for (Head head : second) {
            assertThat(head.dispatch())
                    .isEqualTo(new Dispatch(TestClock.START, s.now(), 2, "h2", s.in(1_000), 1, null, null, null, null));
        }
        assertThat(refs(second)).isEqualTo(refs(first));
    }

    @Test
    @Rule({"CLM-3", "FAIL-5"})
    default void claimAfterAFailureOrARetryHoldIsNoLapse() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        s.fail(s.claimOne(), 9, inMs(50));
        s.advanceMs(86_400_000);

        Head head = s.claimOne();

        assertThat(head.dispatch().attemptCount()).isEqualTo(2);
        assertThat(head.dispatch().failureCount())
                .as("the one reported failure")
                .isEqualTo(1);
    }

    @Test
    @Rule("CLM-3")
    default void oneBadHeadDoesNotCostItsNeighbours() {
        Scene s = scene();
        s.append(event("a").to(each("w")), event("b").to(each("w")));
        List<Head> heads = s.claimed();
        s.fail(heads.get(0), 9);
        s.completed(heads.get(1));

        assertThat(s.claimOne().dispatch().failureCount()).isEqualTo(1);
        assertThat(refs(s.deadLetters())).isEmpty();
    }

    @Test
    @Rule({"CLM-4", "I9"})
    default void takeoverThatReachesMaxFailuresMakesADeadLetter() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        ClaimRequest asking = s.asking("h").maxFailures(3);
        s.claimed(asking);
        for (int lapses = 1; lapses < 3; lapses++) {
            s.lapse();
            assertThat(s.claimed(asking).get(0).dispatch().failureCount()).isEqualTo(lapses);
        }
        s.lapse();

        Head dead = s.claimed(asking).get(0);

        assertThat(dead.dispatch())
                .isEqualTo(new Dispatch(TestClock.START, s.in(-1_000), 4, null, null, 3, null, null, null, s.now()));
        assertThat(refs(s.deadLetters())).containsExactly("w@1");
        s.isSettled();
        s.clock().advance(Duration.ofDays(30));
        s.isSettled();
    }

    @Test
    @Rule({"CLM-4", "CLM-3"})
    default void reportedFailuresAndLapsesCountTogether() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        s.fail(s.claimOne(), 9);
        s.claimOne();
        s.lapse();

        Head dead = s.claimed(s.asking("h2").maxFailures(2)).get(0);

        assertThat(dead.dispatch().failedAt()).isEqualTo(s.now());
        assertThat(dead.dispatch().failureCount()).isEqualTo(2);
        assertThat(dead.dispatch().lastError()).isEqualTo("boom");
        assertThat(dead.dispatch().lastFailedAttempt()).isEqualTo(1);
    }

    @Test
    @Rule("CLM-4")
    default void firstClaimIsNeverJudged() {
        Scene s = scene();
        s.append(event("a").to(each("w")));

        Head head = s.claimed(s.asking("h").maxFailures(1)).get(0);

        assertThat(head.dispatch().failedAt()).isNull();
        s.completed(head);
    }

    @Test
    @Rule("CLM-4")
    default void withoutMaxFailuresATakeoverNeverGivesUp() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        for (int attempt = 1; attempt <= 20; attempt++) {
            assertThat(s.claimOne().dispatch().attemptCount()).isEqualTo(attempt);
            s.lapse();
        }

        assertThat(s.claimOne().dispatch().failureCount()).isEqualTo(20);
    }

    @Test
    @Rule({"CLM-4", "CLM-5"})
    default void oneClaimMayTakeTakeOverAndBury() {
        Scene s = scene();
        s.append(event("a").to(each("w")), event("b").to(each("w")));
        List<Head> heads = s.claimed();
        s.fail(heads.get(0), 9);
        s.claimed("h2");
        s.lapse();
        s.append(event("c").to(each("w")));

        List<Head> all = s.claimed(s.asking("h3").maxFailures(2));

        assertThat(refs(all)).containsExactly("w@1", "w@2", "w@3");
        assertThat(all).extracting(head -> head.dispatch().failedAt()).containsExactly(s.now(), null, null);
        assertThat(all).extracting(head -> head.dispatch().attemptCount()).containsExactly(3, 2, 1);
    }

    @Test
    @Rule({"CLM-4", "I9"})
    default void claimOfDeadHeadsOnlyIsStillAClaim() {
        Scene s = scene();
        s.append(event("a").to(lane("q", "x")), event("b").to(lane("q", "x")));
        s.claimOne();
        s.lapse();

        List<Head> dead = s.claimed(s.asking("h").maxFailures(1));

        assertThat(refs(dead)).containsExactly("q/x@1");
        assertThat(dead.get(0).dispatch().claimHolder()).isNull();
        s.isSettled();
        s.redrive("q", 1, RedriveRequest.Action.SKIP);
        assertThat(refs(s.claimed())).containsExactly("q/x@2");
    }

    @Test
    @Rule("CLM-5")
    default void claimedHeadsShowCausesFrontierAndMarker() {
        Scene s = scene();
        s.append(event("old"));
        s.clear();
        s.append(event("a").to(each("w")));
        Head head = s.claimOne();
        s.append(event("b").causedBy(head.attempt()).to(each("w")), event("c"));

        ClaimResult.Claimed claimed = (ClaimResult.Claimed) s.claim("h2");

        assertThat(claimed.heads().get(0).event().cause()).isEqualTo(head.attempt());
        assertThat(claimed.frontier()).isEqualTo(5);
        assertThat(claimed.clearIndex()).isEqualTo(2);
    }

    @Test
    @Rule("CLM-6")
    default void busyTellsTheEarliestTimeExactly() {
        Scene s = scene();
        s.append(
                event("a").to(each("w"), each("v")),
                event("b").to(each("w")),
                event("c").to(new Target("w", null, inMs(700))));
        s.claimed(ClaimRequest.of(s.session(), "h1", inMs(900)).through(1L));
        s.fail(
                s.claimed(ClaimRequest.of(s.session(), "h1", inMs(10)).through(2L))
                        .get(0),
                9,
                When.at(s.in(800)));

        assertThat(s.busyUntil()).isEqualTo(s.in(700));
        assertThat(s.store().claimAvailable(s.asking("h").serving(Served.named("v"))))
                .isEqualTo(new ClaimResult.Busy(s.in(900)));
        assertThat(s.store().claimAvailable(s.asking("h").through(2L))).isEqualTo(new ClaimResult.Busy(s.in(800)));
        s.advanceMs(700);
        assertThat(refs(s.claimed())).containsExactly("w@3");
    }

    @Test
    @Rule("CLM-6")
    default void sessionWithoutLiveHeadIsSettled() {
        Scene s = scene();
        s.isSettled();
        s.append(event("a"));
        s.isSettled();
        s.append(event("b").to(each("w"), each("v")));
        s.claimed().forEach(s::bury);
        s.isSettled();
        s.redrive("w", 2, RedriveRequest.Action.RETRY);
        s.completed(s.claimOne());
        s.isSettled();
    }

    @Test
    @Rule({"CLM-6", "CLM-2"})
    default void claimWithAnExpiryThatIsOverLapsesAtOnce() {
        Scene s = scene();
        s.append(event("a").to(each("w")));

        Head head =
                s.claimed(ClaimRequest.of(s.session(), "h1", When.at(s.now()))).get(0);
        assertThat(head.dispatch().claimExpiresAt()).isEqualTo(s.now());
        Head next = s.claimOne("h2");

        assertThat(next.dispatch().attemptCount()).isEqualTo(2);
        assertThat(next.dispatch().failureCount()).isEqualTo(1);
    }

    @Test
    @Rule("CLM-7")
    @Needs(Capability.LOSE_EVENT)
    default void missingEventOfAHeadFailsTheWholeClaim() {
        Scene s = scene();
        s.append(event("a").to(each("w")), event("b").to(each("w")), event("c").to(each("w")));
        s.loseEvent(2);

        StoreException error = Scene.fails(STORE_UNAVAILABLE, () -> s.claim("h"));

        assertThat(error.getMessage())
                .as("names session and index")
                .contains(s.session())
                .contains("2");
        assertThat(refs(s.claimed(s.asking("h").exclude(Set.of(new HeadRef("w", null, 2))))))
                .as("nothing had been claimed")
                .containsExactly("w@1", "w@3");
    }

    @Test
    @Rule("CLM-9")
    default void resumeReturnsWhatTheHolderHoldsUnchanged() {
        Scene s = scene();
        s.append(event("a").to(each("w"), lane("q", "x")), event("b").to(each("w")));
        List<Head> held = s.claimed(s.asking("h1").through(1L));
        s.advanceMs(400);

        ClaimRequest resuming = s.asking("h1").resume(true);
        List<Head> resumed = s.claimed(resuming.through(1L));
        assertThat(resumed).isEqualTo(held);
        assertThat(refs(s.claimed(resuming))).as("held and fresh ones together").containsExactly("q/x@1", "w@1", "w@2");
        assertThat(s.claimed(resuming))
                .extracting(head -> head.dispatch().attemptCount())
                .containsOnly(1);
        held.forEach(s::completed);
    }

    @Test
    @Rule("CLM-9")
    default void resumeDoesNotReturnWhatOthersHoldOrWhatLapsed() {
        Scene s = scene();
        s.append(event("a").to(each("w")), event("b").to(each("w")), event("c").to(each("w")));
        s.claimed(s.asking("h1").through(1L));
        s.claimed(s.asking("h2").through(2L));
        s.fail(s.claimed(s.asking("h1").through(3L)).get(0), 9, inMs(60_000));

        ClaimRequest resuming = s.asking("h1").resume(true);
        assertThat(refs(s.claimed(resuming))).containsExactly("w@1");
        assertThat(s.store().claimAvailable(resuming.exclude(Set.of(new HeadRef("w", null, 1)))))
                .isInstanceOf(ClaimResult.Busy.class);
        s.lapse();
        List<Head> takenOver = s.claimed(resuming);

        assertThat(refs(takenOver)).containsExactly("w@1", "w@2");
        assertThat(takenOver).extracting(head -> head.dispatch().attemptCount()).containsOnly(2);
        assertThat(takenOver).extracting(head -> head.dispatch().failureCount()).containsOnly(1);
    }

    @Test
    @Rule({"CLM-9", "I8"})
    default void lostAnswerOfAClaimCostsNoAttempt() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        s.claim("h1");

        Head head = s.claimed(s.asking("h1").maxFailures(1).resume(true)).get(0);

        assertThat(head.dispatch().attemptCount()).isEqualTo(1);
        assertThat(head.dispatch().failedAt()).isNull();
        s.completed(head);
    }

    @Test
    @Rule({"I8", "CLM-2"})
    default void afterEveryClaimHasLapsedAllUnfinishedWorkIsClaimable() {
        Scene s = scene();
        s.append(Served.of(log("g")), event("a").to(each("w"), each("v"), lane("q", "x"), lane("p", "y")));
        List<Head> heads = s.claimed();
        s.completed(heads.stream()
                .filter(head -> head.consumer().equals("v"))
                .findFirst()
                .orElseThrow());
        s.lapse();

        assertThat(refs(s.claimed("h2"))).containsExactly("g/main@1", "p/y@1", "q/x@1", "w@1");
    }

    @Test
    @Rule({"I5", "FAIL-2", "CMP-3"})
    default void pausedWorkerCannotTouchItsSuccessorsAttempt() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        Head paused = s.claimOne("h1");
        s.lapse();
        Head running = s.claimOne("h2");

        s.changesNothing(() -> {
            s.isSuperseded(s.complete(paused, event("x")));
            assertThat(s.fail(paused, 1)).isEqualTo(new FailResult(FailResult.Outcome.SUPERSEDED, 1));
            assertThat(s.store().releaseClaims(new ReleaseRequest(s.session(), "h1", List.of(paused.attempt()))))
                    .isEmpty();
        });
        assertThat(s.dispatch(running)).isEqualTo(running.dispatch());
        s.completed(running, event("x"));
    }
}
