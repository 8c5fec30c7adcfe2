package dev.a2.tck;

import static dev.a2.store.Target.each;
import static dev.a2.store.Target.lane;
import static dev.a2.tck.Given.event;
import static dev.a2.tck.Given.inMs;
import static dev.a2.tck.Given.log;
import static dev.a2.tck.Given.names;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.AttemptRef;
import dev.a2.store.FailResult;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import dev.a2.store.RedriveRequest;
import dev.a2.store.ReleaseRequest;
import dev.a2.store.RenewRequest;
import dev.a2.store.RenewResult;
import dev.a2.store.Served;
import dev.a2.store.When;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** REN and REL: a claim extended, or given back. */
public interface RenewRules extends StoreRules {
    @Test
    @Rule("REN-1")
    default void liveClaimsOfEveryKindAreRenewed() {
        Scene s = scene();
        s.append(Served.of(log("g")), event("a").to(each("w"), lane("q", "x")));
        List<Head> heads = s.claimed("h1");
        s.advanceMs(999);

        RenewResult result = renew(s, "h1", inMs(5_000), attempts(heads));

        assertThat(names(result.renewed())).containsExactly("g/main@1", "q/x@1", "w@1");
        assertThat(result.superseded()).isEmpty();
        for (Head head : heads) {
            assertThat(s.dispatch(head).claimExpiresAt()).isEqualTo(s.in(5_000));
            assertThat(s.dispatch(head).attemptCount()).isEqualTo(1);
        }
        s.advanceMs(4_999);
        assertThat(s.busyUntil()).isEqualTo(s.in(1));
        s.advanceMs(1);
        assertThat(s.claimed("h2")).hasSize(3);
    }

    @Test
    @Rule("REN-1")
    default void claimMayBeShortenedAndRenewedAgain() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        Head head = s.claimOne("h1");

        assertThat(renew(s, "h1", inMs(10), head.attempt()).renewed()).hasSize(1);
        assertThat(s.busyUntil()).isEqualTo(s.in(10));
        assertThat(renew(s, "h1", When.at(s.in(99_000)), head.attempt()).renewed())
                .hasSize(1);
        assertThat(s.busyUntil()).isEqualTo(s.in(99_000));
    }

    @Test
    @Rule({"REN-1", "REN-3"})
    default void claimThatLapsedOrWouldLapseAtOnceIsNotRenewed() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        Head head = s.claimOne("h1");

        neither(s, renew(s, "h1", When.at(s.now()), head.attempt()));
        neither(s, renew(s, "h1", When.at(s.in(-1)), head.attempt()));
        s.lapse();
        neither(s, renew(s, "h1", inMs(5_000), head.attempt()));

        assertThat(s.claimOne("h2").dispatch().attemptCount()).isEqualTo(2);
    }

    @Test
    @Rule("REN-2")
    default void whatIsDoneOrTakenOverIsSuperseded() {
        Scene s = scene();
        s.append(event("a").to(each("w"), each("v"), each("u")));
        List<Head> heads = s.claimed("h1");
        Head done = heads.get(0);
        Head skipped = heads.get(1);
        s.completed(done);
        s.bury(skipped);
        s.redrive(skipped.consumer(), 1, RedriveRequest.Action.SKIP);
        s.lapse();
        s.claimOne("h2");

        RenewResult result = renew(s, "h1", inMs(5_000), attempts(heads));

        assertThat(result.renewed()).isEmpty();
        assertThat(names(result.superseded())).containsExactly("u@1", "v@1", "w@1");
    }

    @Test
    @Rule({"REN-2", "I10"})
    default void whatLiesBelowTheMarkerIsSuperseded() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        Head head = s.claimOne("h1");
        s.clear();

        assertThat(names(renew(s, "h1", inMs(5_000), head.attempt()).superseded()))
                .containsExactly("w@1");
        assertThat(names(renew(s, "h1", inMs(5_000), new AttemptRef("never", "seen", 2, 7))
                        .superseded()))
                .as("the marker's own index")
                .containsExactly("never/seen@2");
        s.reclaimAll();
        assertThat(names(renew(s, "h1", inMs(5_000), head.attempt()).superseded()))
                .containsExactly("w@1");
    }

    @Test
    @Rule("REN-3")
    default void anythingElseIsNeither() {
        Scene s = scene();
        s.append(event("a").to(each("w"), each("v"), lane("q", "x")), event("b").to(each("u")));
        List<Head> heads = s.claimed(s.asking("h1").through(1L));
        Head failed = heads.get(1);
        Head dead = heads.get(2);
        s.fail(failed, 9);
        s.bury(dead);
        AttemptRef lane = heads.get(0).attempt();

        neither(s, renew(s, "h1", inMs(5_000), failed.attempt(), dead.attempt()));
        neither(s, renew(s, "other", inMs(5_000), lane));
        neither(s, renew(s, "h1", inMs(5_000), lane.head().attempt(2)));
        neither(s, renew(s, "h1", inMs(5_000), new AttemptRef("q", null, 1, 1)));
        neither(s, renew(s, "h1", inMs(5_000), new AttemptRef("q", "y", 1, 1)));
        neither(s, renew(s, "h1", inMs(5_000), new AttemptRef("w", "x", 1, 1)));
        neither(s, renew(s, "h1", inMs(5_000), new AttemptRef("u", null, 2, 1)));
        neither(s, renew(s, "h1", inMs(5_000), new AttemptRef("nobody", null, 1, 1)));
        neither(s, renew(s, "h1", inMs(5_000), new AttemptRef("w", null, 99, 1)));
    }

    private static void neither(Scene s, RenewResult result) {
        assertThat(result).as("a renewal in session %s", s.session()).isEqualTo(new RenewResult(List.of(), List.of()));
    }

    @Test
    @Rule("REN-4")
    default void listsAreSortedByIndexThenConsumer() {
        Scene s = scene();
        s.append(event("a").to(each("w"), each("v"), lane("v", "x")), event("b").to(each("w"), each("v")));
        List<Head> heads = s.claimed("h1");
        List<AttemptRef> asked = new ArrayList<>(attempts(heads));
        Collections.reverse(asked);

        RenewResult first = s.store().renewClaims(new RenewRequest(s.session(), "h1", asked, inMs(5_000)));
        heads.forEach(s::completed);
        RenewResult second = s.store().renewClaims(new RenewRequest(s.session(), "h1", asked, inMs(5_000)));

        assertThat(names(first.renewed())).containsExactly("v@1", "v/x@1", "w@1", "v@2", "w@2");
        assertThat(names(second.superseded())).containsExactly("v@1", "v/x@1", "w@1", "v@2", "w@2");
    }

    @Test
    @Rule({"REN-4", "RD-6"})
    default void emptyRequestAnswersEmptyLists() {
        Scene s = scene();

        neither(s, renew(s, "h1", inMs(1)));
        s.append(event("a").to(each("w")));
        s.claimOne("h1");
        s.changesNothing(() -> neither(s, renew(s, "h1", inMs(1))));
    }

    @Test
    @Rule({"REN-1", "REN-2"})
    default void renewalAfterTheEndExtendsNothing() {
        Scene s = scene();
        s.append(event("a").to(lane("q", "x")), event("b").to(lane("q", "x")));
        Head head = s.claimOne("h1");
        s.completed(head);

        renew(s, "h1", inMs(99_000), head.attempt());

        assertThat(s.claimOne("h2").event().index()).isEqualTo(2);
    }

    @Test
    @Rule("REL-1")
    default void claimGivenBackIsClaimableAtOnceAtNoFailure() {
        Scene s = scene();
        s.append(Served.of(log("g")), event("a").to(each("w"), lane("q", "x")));
        List<Head> heads = s.claimed("h1");
        s.advanceMs(10);

        List<HeadRef> released = release(s, "h1", attempts(heads));

        assertThat(names(released)).containsExactly("g/main@1", "q/x@1", "w@1");
        for (Head head : heads) {
            assertThat(s.dispatch(head).claimHolder()).isNull();
            assertThat(s.dispatch(head).claimExpiresAt()).isNull();
            assertThat(s.dispatch(head).attemptCount()).isEqualTo(1);
        }
        List<Head> again = s.claimed(s.asking("h2").maxFailures(1));
        assertThat(again).extracting(head -> head.dispatch().attemptCount()).containsOnly(2);
        assertThat(again).extracting(head -> head.dispatch().failureCount()).containsOnly(0);
        assertThat(again).extracting(head -> head.dispatch().failedAt()).containsOnlyNulls();
    }

    @Test
    @Rule("REL-1")
    default void onlyOwnLiveClaimsAreGivenBack() {
        Scene s = scene();
        s.append(event("a").to(each("w"), each("v"), each("u"), lane("q", "x")));
        List<Head> heads = s.claimed("h1");
        Head lane = heads.get(0);
        s.fail(heads.get(1), 9, inMs(60_000));
        s.bury(heads.get(2));
        s.completed(heads.get(3));

        s.changesNothing(() -> {
            assertThat(release(s, "h1", attempts(heads.subList(1, 4)))).isEmpty();
            assertThat(release(s, "other", lane.attempt())).isEmpty();
            assertThat(release(s, "h1", lane.ref().attempt(2))).isEmpty();
            assertThat(release(s, "h1", new AttemptRef("q", null, 1, 1))).isEmpty();
            assertThat(release(s, "h1", new AttemptRef("nobody", null, 1, 1))).isEmpty();
            assertThat(release(s, "h1", new AttemptRef("w", null, 99, 1))).isEmpty();
            assertThat(release(s, "h1")).isEmpty();
        });
        s.clear();
        assertThat(release(s, "h1", lane.attempt())).isEmpty();
    }

    @Test
    @Rule("REL-1")
    default void releaseIsRepeatableAndTouchesNoSuccessor() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        Head first = s.claimOne("h1");
        release(s, "h1", first.attempt());

        assertThat(release(s, "h1", first.attempt())).isEmpty();
        Head second = s.claimOne("h1");
        assertThat(release(s, "h1", first.attempt()))
                .as("an earlier attempt of the same holder")
                .isEmpty();

        assertThat(s.dispatch(second)).isEqualTo(second.dispatch());
        s.completed(second);
    }

    @Test
    @Rule({"REL-1", "CMP-3", "FAIL-4"})
    default void attemptGivenBackIsOver() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        Head head = s.claimOne("h1");
        release(s, "h1", head.attempt());

        s.changesNothing(() -> {
            s.isSuperseded(s.complete(head));
            assertThat(s.fail(head, 1).outcome()).isEqualTo(FailResult.Outcome.SUPERSEDED);
            assertThat(renew(s, "h1", inMs(5_000), head.attempt()).renewed()).isEmpty();
        });
    }

    private static RenewResult renew(Scene s, String holder, When expiry, AttemptRef... claims) {
        return renew(s, holder, expiry, List.of(claims));
    }

    private static RenewResult renew(Scene s, String holder, When expiry, List<AttemptRef> claims) {
        return s.store().renewClaims(new RenewRequest(s.session(), holder, claims, expiry));
    }

    private static List<HeadRef> release(Scene s, String holder, AttemptRef... claims) {
        return release(s, holder, List.of(claims));
    }

    private static List<HeadRef> release(Scene s, String holder, List<AttemptRef> claims) {
        return s.store().releaseClaims(new ReleaseRequest(s.session(), holder, claims));
    }

    private static List<AttemptRef> attempts(List<Head> heads) {
        return heads.stream().map(Head::attempt).toList();
    }
}
