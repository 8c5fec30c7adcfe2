package dev.a2.tck;

import static dev.a2.store.Target.each;
import static dev.a2.store.Target.lane;
import static dev.a2.tck.Given.event;
import static dev.a2.tck.Given.inMs;
import static dev.a2.tck.Given.log;
import static dev.a2.tck.Given.refs;
import static dev.a2.tck.Given.there;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.ClaimNext;
import dev.a2.store.ClaimResult;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
import dev.a2.store.Dispatch;
import dev.a2.store.Head;
import dev.a2.store.ReleaseRequest;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** CMP-7: completions that claim the cursor's next head in the same step. */
public interface ClaimNextRules extends StoreRules {
    @Test
    @Rule("CMP-7")
    default void claimNextClaimsTheSuccessorInTheSameStep() {
        Scene s = scene();
        Served served = Served.of(log("g"), ServedConsumer.of("q"));
        s.append(served, event("a").to(lane("q", "x")), event("b").to(lane("q", "x")));

        for (Head head : s.claimed("h1")) {
            s.advanceMs(3);
            CompleteRequest request = CompleteRequest.of(s.session(), head.attempt())
                    .serving(served)
                    .claimNext(new ClaimNext("h2", inMs(500), 3));
            Head next = there(
                    "the head after " + Given.ref(head.ref()),
                    s.completed(request).next());

            assertThat(next.event()).isEqualTo(s.read().get(1));
            assertThat(next.dispatch())
                    .isEqualTo(new Dispatch(s.now(), s.now(), 1, "h2", s.in(500), 0, null, null, null, null));
            assertThat(s.dispatch(next)).isEqualTo(next.dispatch());
        }
        assertThat(s.claim("h9")).isInstanceOf(ClaimResult.Busy.class);
    }

    @Test
    @Rule("CMP-7")
    default void claimNextMayClaimWhatWasJustReturned() {
        Scene s = scene();
        s.append(event("a").to(lane("q", "x")));
        Head head = s.claimOne("h1");

        CompleteRequest request = CompleteRequest.of(
                        s.session(), head.attempt(), event("r").to(lane("q", "x")))
                .claimNext(new ClaimNext("h1", inMs(500), null));
        Head next = there(
                "the returned event as the lane's head", s.completed(request).next());

        assertThat(next.event().id()).isEqualTo("r");
        assertThat(next.event().cause()).isEqualTo(head.attempt());
        s.completed(next);
    }

    @Test
    @Rule("CMP-7")
    default void claimNextIsNothingWithoutSuccessor() {
        Scene s = scene();
        s.append(event("a").to(each("w"), lane("q", "x")), event("b").to(each("w")));
        List<Head> heads = s.claimed(s.asking("h1").through(1L));

        for (Head head : heads) {
            assertThat(s.completed(CompleteRequest.of(s.session(), head.attempt())
                                    .claimNext(new ClaimNext("h1", inMs(500), null)))
                            .next())
                    .as("what follows %s", Given.ref(head.ref()))
                    .isNull();
        }
        assertThat(refs(s.claimed())).as("an event cursor has no successor").containsExactly("w@2");
    }

    @Test
    @Rule({"CMP-7", "CMP-2"})
    default void repeatedCallReturnsTheNextHeadWhileItIsHeld() {
        Scene s = scene();
        s.append(
                event("a").to(lane("q", "x")),
                event("b").to(lane("q", "x")),
                event("c").to(lane("q", "x")));
        CompleteRequest request = CompleteRequest.of(
                        s.session(), s.claimOne("h1").attempt(), event("r"))
                .claimNext(new ClaimNext("h1", inMs(1_000), null));
        CompleteResult.Completed first = s.completed(request);

        s.changesNothing(() -> assertThat(s.completed(request)).isEqualTo(first));
        s.lapse();
        Head taken = s.claimOne("h2");
        assertThat(s.completed(request).next()).as("taken over by another").isNull();
        s.completed(taken);
        assertThat(s.completed(request).next()).as("done").isNull();
        assertThat(s.claimOne("h1").dispatch().attemptCount()).isEqualTo(1);
    }

    @Test
    @Rule({"CMP-7", "CMP-2"})
    default void repeatedCallDoesNotReturnALaterAttemptOfTheSameHolder() {
        Scene s = scene();
        s.append(event("a").to(lane("q", "x")), event("b").to(lane("q", "x")));
        CompleteRequest request = CompleteRequest.of(
                        s.session(), s.claimOne("h1").attempt())
                .claimNext(new ClaimNext("h1", inMs(1_000), null));
        s.completed(request);
        s.lapse();
        s.claimOne("h1");

        s.changesNothing(() -> assertThat(s.completed(request).next()).isNull());
    }

    @Test
    @Rule({"CMP-7", "CMP-3"})
    default void supersededCompletionClaimsNothing() {
        Scene s = scene();
        s.append(event("a").to(lane("q", "x")), event("b").to(lane("q", "x")));
        Head late = s.claimOne("h1");
        s.lapse();
        Head current = s.claimOne("h2");

        s.changesNothing(() -> s.isSuperseded(s.store()
                .completeAttempt(CompleteRequest.of(s.session(), late.attempt())
                        .claimNext(new ClaimNext("h1", inMs(500), null)))));
        s.completed(current);
        assertThat(refs(s.claimed("h3"))).containsExactly("q/x@2");
    }

    @Test
    @Rule({"CMP-7", "CMP-2"})
    default void repeatedCallReturnsNoOtherHeadOfTheSameMoment() {
        Scene s = scene();
        s.append(
                event("a").to(each("w"), lane("q", "x")),
                event("b").to(each("w"), lane("q", "x")),
                event("c").to(lane("q", "x")));
        List<Head> heads = s.claimed("h1");
        assertThat(refs(heads)).containsExactly("q/x@1", "w@1", "w@2");
        ClaimNext next = new ClaimNext("h1", inMs(1_000), null);
        CompleteRequest ofLane =
                CompleteRequest.of(s.session(), heads.get(0).attempt()).claimNext(next);
        CompleteRequest ofEvent =
                CompleteRequest.of(s.session(), heads.get(1).attempt()).claimNext(next);

        s.completed(ofEvent);
        assertThat(s.completed(ofEvent).next()).as("what follows w@1").isNull();
        Head second = there("the lane's second head", s.completed(ofLane).next());
        s.completed(CompleteRequest.of(s.session(), second.attempt()).claimNext(next));
        assertThat(s.completed(ofLane).next())
                .as("what this call claimed is done; another one claimed the third head")
                .isNull();
    }

    @Test
    @Rule({"CMP-7", "CMP-2", "REL-1"})
    default void repeatedCallDoesNotReturnAHeadGivenBackAndClaimedAgain() {
        Scene s = scene();
        s.append(event("a").to(lane("q", "x")), event("b").to(lane("q", "x")));
        CompleteRequest request = CompleteRequest.of(
                        s.session(), s.claimOne("h1").attempt())
                .claimNext(new ClaimNext("h1", inMs(1_000), null));
        Head next = there("the lane's second head", s.completed(request).next());
        s.store().releaseClaims(new ReleaseRequest(s.session(), "h1", List.of(next.attempt())));
        s.claimOne("h1");

        assertThat(s.completed(request).next()).isNull();
    }
}
