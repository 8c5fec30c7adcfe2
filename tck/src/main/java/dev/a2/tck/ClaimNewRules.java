package dev.a2.tck;

import static dev.a2.store.Target.each;
import static dev.a2.store.Target.lane;
import static dev.a2.tck.Given.event;
import static dev.a2.tck.Given.inMs;
import static dev.a2.tck.Given.log;
import static dev.a2.tck.Given.refs;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.AppendRequest;
import dev.a2.store.AppendResult;
import dev.a2.store.ClaimNew;
import dev.a2.store.ClaimResult;
import dev.a2.store.Dispatch;
import dev.a2.store.ErrorCode;
import dev.a2.store.Head;
import dev.a2.store.NewEvent;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.Target;
import dev.a2.store.WorkMark;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** APP-17: appends that claim the heads which they make. */
public interface ClaimNewRules extends StoreRules {
    private static AppendRequest claiming(Scene s, Served served, NewEvent... events) {
        return s.batch(events).serving(served).claimNew(new ClaimNew("h1", inMs(500)));
    }

    @Test
    @Rule("APP-17")
    default void claimNewClaimsAFreshHeadInTheSameStep() {
        Scene s = scene();
        s.append(event("a"));

        AppendResult result =
                s.store().append(claiming(s, Served.named("w"), event("b").to(each("w"))));

        Head head = result.claimed().get(0);
        assertThat(refs(result.claimed())).containsExactly("w@2");
        assertThat(head.event())
                .isEqualTo(result.events().get(0))
                .isEqualTo(s.read().get(1));
        assertThat(head.dispatch())
                .isEqualTo(new Dispatch(s.now(), s.now(), 1, "h1", s.in(500), 0, null, null, null, null))
                .isEqualTo(s.dispatch(head));
        assertThat(result.hasPending()).isTrue();
        assertThat(s.claim("h2")).isEqualTo(new ClaimResult.Busy(s.in(500)));
        s.completed(head);
        assertThat(s.claim("h2")).isInstanceOf(ClaimResult.Settled.class);
    }

    @Test
    @Rule({"APP-17", "CLM-5"})
    default void claimNewClaimsEachKindOfHeadInTheOrderOfClaims() {
        Scene s = scene();
        Served served = Served.of(log("g"), ServedConsumer.of("q"), ServedConsumer.of("w"), ServedConsumer.of("x"));

        AppendResult result = s.store()
                .append(claiming(
                        s,
                        served,
                        event("a").to(each("x"), each("w"), lane("q", "l")),
                        event("b").to(lane("q", "l"), lane("q", "m"), each("w"))));

        assertThat(refs(result.claimed()))
                .as("of lane q/l only the first")
                .containsExactly("g/main@1", "q/l@1", "w@1", "x@1", "q/m@2", "w@2");
        assertThat(result.claimed())
                .allSatisfy(head -> assertThat(s.dispatch(head)).isEqualTo(head.dispatch()));
        result.claimed().forEach(s::completed);
        assertThat(refs(s.claimed(s.asking("h2").serving(served)))).containsExactly("g/main@2", "q/l@2");
    }

    @Test
    @Rule("APP-17")
    default void claimNewLeavesOtherHeadsAlone() {
        Scene s = scene();
        s.append(event("old", "t").to(each("w"), lane("q", "l")));
        Served served = Served.of(ServedConsumer.of("w"), ServedConsumer.of("q"), Given.backfilled(log("g")));

        AppendResult result = s.store()
                .append(claiming(
                        s,
                        served,
                        event("new").to(each("unserved"), lane("q", "l"), new Target("w", null, inMs(300)))));

        assertThat(result.claimed())
                .as("neither who is not served, nor what waits, nor what others gave")
                .isEmpty();
        assertThat(refs(s.claimed("h2"))).containsExactly("g/main@1", "q/l@1", "w@1", "unserved@2");
    }

    @Test
    @Rule({"APP-17", "APP-3", "CLM-9"})
    default void repeatedAppendClaimsNothing() {
        Scene s = scene();
        AppendRequest request = claiming(
                s, Served.named("w"), event("a").to(each("w")), event("b").to(each("w")));
        AppendResult first = s.store().append(request);

        s.changesNothing(() ->
                assertThat(s.store().append(request)).isEqualTo(new AppendResult(first.events(), true, List.of())));
        assertThat(s.claimed(s.asking("h1").resume(true))).isEqualTo(first.claimed());
        s.lapse();
        assertThat(s.store().append(request).claimed())
                .as("also when it lapsed")
                .isEmpty();
        assertThat(s.claimed("h2")).allSatisfy(head -> {
            assertThat(head.dispatch().attemptCount()).isEqualTo(2);
            assertThat(head.dispatch().failureCount()).isEqualTo(1);
        });
        AppendRequest plain = s.batch(event("c").to(each("w")));
        s.store().append(plain);
        assertThat(s.store().append(plain.claimNew(request.claimNew())).claimed())
                .as("a later claim of what is free")
                .isEmpty();
    }

    @Test
    @Rule({"APP-17", "APP-15"})
    default void refusedAppendClaimsNothing() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        AppendRequest request =
                claiming(s, Served.named("w"), event("b").to(each("w"))).ifLastIndex(0L);

        s.refused(ErrorCode.CONFLICT, () -> s.store().append(request));
        assertThat(refs(s.claimed())).containsExactly("w@1");
    }

    @Test
    @Rule({"APP-17", "WRK-1"})
    default void claimedHeadIsMarkedForTheEndOfItsClaim() {
        Scene s = scene();
        s.store().append(claiming(s, Served.named("w"), event("a").to(each("w"))));

        List<Instant> due = WorkCheck.marks(s.store(), s.session()).stream()
                .map(WorkMark::dueAt)
                .toList();
        assertThat(due).hasSize(1).allSatisfy(at -> assertThat(at).isBeforeOrEqualTo(s.in(500)));
    }

    @Test
    @Rule({"APP-17", "APP-7"})
    default void attemptsAppendMayClaimToo() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        Head head = s.claimOne("h1");

        AppendResult result = s.store()
                .append(claiming(
                        s, Served.ALL, event("b").causedBy(head.attempt()).to(each("w"))));

        assertThat(refs(result.claimed())).containsExactly("w@2");
        assertThat(result.claimed().get(0).event().cause()).isEqualTo(head.attempt());
    }
}
