package dev.a2.tck;

import static dev.a2.store.ErrorCode.SUPERSEDED_ATTEMPT;
import static dev.a2.store.Target.each;
import static dev.a2.store.Target.lane;
import static dev.a2.tck.Given.event;
import static dev.a2.tck.Given.log;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.AttemptRef;
import dev.a2.store.Event;
import dev.a2.store.Head;
import dev.a2.store.RedriveRequest;
import dev.a2.store.Served;
import dev.a2.store.StoreException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** APP-7: only a live attempt may append with itself as the cause. */
public interface FenceRules extends StoreRules {
    @Test
    @Rule("APP-7")
    default void liveAttemptsOfEveryKindMayAppend() {
        Scene s = scene();
        s.append(Served.of(log("g")), event("a").to(each("w"), lane("q", "x"), lane("q", "")));

        List<Head> heads = s.claimed();
        for (Head head : heads) {
            Event written = s.append(event("by " + Given.ref(head.ref())).causedBy(head.attempt()))
                    .events()
                    .get(0);
            assertThat(written.cause()).isEqualTo(head.attempt());
        }
        s.append(
                event("both-1").causedBy(heads.get(0).attempt()),
                event("both-2").causedBy(heads.get(1).attempt()),
                event("outside"));

        assertThat(s.read()).hasSize(8);
    }

    @Test
    @Rule("APP-7")
    default void supersededCauseWritesNothing() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        Head first = s.claimOne("h1");
        s.lapse();
        Head second = s.claimOne("h2");

        StoreException error =
                s.refused(SUPERSEDED_ATTEMPT, () -> s.append(event("late").causedBy(first.attempt())));
        s.append(event("good").causedBy(second.attempt()));

        assertThat(error.getMessage())
                .as("the message names the cause")
                .contains("w")
                .contains("1");
        assertThat(s.readIds()).containsExactly("a", "good");
    }

    @Test
    @Rule("APP-7")
    default void causeThatNamesNoAttemptIsRefused() {
        Scene s = scene();
        s.append(
                Served.of(log("g")),
                event("a").to(each("w"), lane("q", "x")),
                event("b").to(lane("q", "x")));
        refusedCause(s, "an unclaimed head", "w", null, 1, 1);
        s.claimed();

        refusedCause(s, "a later attempt", "w", null, 1, 2);
        refusedCause(s, "an event cursor's head under a lane", "w", "x", 1, 1);
        refusedCause(s, "an event cursor's head under an empty lane", "w", "", 1, 1);
        refusedCause(s, "a lane's head as an event cursor", "q", null, 1, 1);
        refusedCause(s, "a lane's head under another lane", "q", "y", 1, 1);
        refusedCause(s, "an event queued in the lane", "q", "x", 2, 1);
        refusedCause(s, "a log's head as an event cursor", "g", null, 1, 1);
        refusedCause(s, "an event that the log has not come to", "g", "main", 2, 1);
        refusedCause(s, "an unknown consumer", "nobody", null, 1, 1);
        refusedCause(s, "an index beyond the frontier", "w", null, 3, 1);
    }

    private static void refusedCause(
            Scene s, String what, String consumer, @Nullable String lane, long index, int attempt) {
        AttemptRef cause = new AttemptRef(consumer, lane, index, attempt);
        StoreException error =
                s.refused(SUPERSEDED_ATTEMPT, () -> s.append(event("late").causedBy(cause)));
        assertThat(error.getMessage())
                .as("the message about %s names the cause", what)
                .contains(consumer);
    }

    @Test
    @Rule("APP-7")
    default void oneBadCauseRefusesTheWholeBatch() {
        Scene s = scene();
        s.append(event("a").to(each("w"), each("v")));
        List<Head> heads = s.claimed();
        AttemptRef good = heads.get(0).attempt();
        AttemptRef bad = heads.get(1).ref().attempt(2);

        s.refused(
                SUPERSEDED_ATTEMPT,
                () -> s.append(event("1").causedBy(good), event("2").causedBy(bad)));
        s.refused(
                SUPERSEDED_ATTEMPT,
                () -> s.append(event("1").causedBy(bad), event("2").causedBy(good)));
        s.refused(
                SUPERSEDED_ATTEMPT,
                () -> s.append(event("1"), event("2"), event("3").causedBy(bad)));
        s.append(event("1").causedBy(good), event("2").causedBy(good));
    }

    @Test
    @Rule({"APP-7", "I5"})
    default void lapsedClaimMayWriteUntilSomebodyTakesItOver() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        Head first = s.claimOne("h1");
        s.advanceMs(3_600_000);

        s.append(event("late but mine").causedBy(first.attempt()));
        s.claimOne("h2");

        s.refused(SUPERSEDED_ATTEMPT, () -> s.append(event("too late").causedBy(first.attempt())));
    }

    @Test
    @Rule("APP-7")
    default void completedAttemptMayNotWrite() {
        Scene s = scene();
        s.append(Served.of(log("g")), event("a").to(each("w"), lane("q", "x")));

        for (Head head : s.claimed()) {
            s.completed(head);
            s.refused(SUPERSEDED_ATTEMPT, () -> s.append(event("late").causedBy(head.attempt())));
        }
    }

    @Test
    @Rule("APP-7")
    default void failedAttemptMayWriteUntilTheNextClaim() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        Head first = s.claimOne();
        s.fail(first, 9);

        s.append(event("a last word").causedBy(first.attempt()));
        s.claimOne();

        s.refused(SUPERSEDED_ATTEMPT, () -> s.append(event("late").causedBy(first.attempt())));
    }

    @Test
    @Rule("APP-7")
    default void deadLetterMayNotWriteUntilItIsRetried() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        Head head = s.claimOne();
        s.bury(head);

        s.refused(SUPERSEDED_ATTEMPT, () -> s.append(event("late").causedBy(head.attempt())));
        s.redrive("w", 1, RedriveRequest.Action.RETRY);
        s.append(event("revived").causedBy(head.attempt()));
        Head next = s.claimOne();
        s.refused(SUPERSEDED_ATTEMPT, () -> s.append(event("late").causedBy(head.attempt())));
        s.bury(next);
        s.redrive("w", 1, RedriveRequest.Action.SKIP);
        s.refused(SUPERSEDED_ATTEMPT, () -> s.append(event("late").causedBy(next.attempt())));
    }

    @Test
    @Rule({"APP-7", "CLM-4"})
    default void attemptThatLapsedIntoADeadLetterMayNotWrite() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        Head first = s.claimOne();
        s.lapse();
        Head dead = s.claimed(s.asking("h2").maxFailures(1)).get(0);

        s.refused(SUPERSEDED_ATTEMPT, () -> s.append(event("late").causedBy(first.attempt())));
        s.refused(SUPERSEDED_ATTEMPT, () -> s.append(event("late").causedBy(dead.attempt())));
    }

    @Test
    @Rule({"APP-7", "I10"})
    default void attemptFromBeforeAClearMayNotWrite() {
        Scene s = scene();
        s.append(Served.of(log("g")), event("a").to(each("w"), lane("q", "x")));
        List<Head> heads = s.claimed();
        s.clear();

        for (Head head : heads) {
            s.refused(SUPERSEDED_ATTEMPT, () -> s.append(event("late").causedBy(head.attempt())));
        }
        s.reclaimAll();
        for (Head head : heads) {
            s.refused(SUPERSEDED_ATTEMPT, () -> s.append(event("late").causedBy(head.attempt())));
        }
    }

    @Test
    @Rule({"APP-7", "I5"})
    default void ofTwoHoldersAtOnceOnlyTheNewerWrites() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        Head first = s.claimOne("h1");
        s.lapse();

        List<Boolean> written = Together.run(16, i -> () -> {
            if (i == 0) {
                s.claimOne("h2");
                return false;
            }
            try {
                s.append(event("n" + i).causedBy(first.attempt()));
                return true;
            } catch (StoreException e) {
                assertThat(e.code()).as(e.getMessage()).isEqualTo(SUPERSEDED_ATTEMPT);
                return false;
            }
        });

        assertThat(s.frontier())
                .isEqualTo(1 + written.stream().filter(done -> done).count());
        s.refused(SUPERSEDED_ATTEMPT, () -> s.append(event("late").causedBy(first.attempt())));
    }
}
