package dev.a2.tck;

import static dev.a2.store.RedriveRequest.Action.RETRY;
import static dev.a2.store.RedriveRequest.Action.SKIP;
import static dev.a2.store.Target.each;
import static dev.a2.store.Target.lane;
import static dev.a2.tck.Given.event;
import static dev.a2.tck.Given.log;
import static dev.a2.tck.Given.refs;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.Cursor;
import dev.a2.store.Dispatch;
import dev.a2.store.Head;
import dev.a2.store.LogOptions;
import dev.a2.store.RedriveRequest;
import dev.a2.store.RedriveResult;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** DL: dead letters, and what to do with them. */
public interface DeadLetterRules extends StoreRules {
    @Test
    @Rule("DL-1")
    default void deadLettersAreListedByIndexThenConsumer() {
        Scene s = scene();
        s.append(
                Served.of(log("g")),
                event("a", "t", "{\"n\":1}").to(each("w"), each("v"), lane("q", "x"), lane("q", ""), each("q")),
                event("b").to(each("w"), each("alive")));
        s.claimed().stream().filter(head -> !head.consumer().equals("alive")).forEach(s::bury);

        List<Head> dead = s.deadLetters();

        assertThat(refs(dead)).containsExactly("g/main@1", "q@1", "q/@1", "q/x@1", "v@1", "w@1", "w@2");
        assertThat(dead.get(0).event()).isEqualTo(s.read().get(0));
        assertThat(dead).extracting(head -> head.dispatch().failedAt()).containsOnly(s.now());
        assertThat(dead).extracting(head -> head.dispatch().lastError()).containsOnly("boom");
        assertThat(dead).allSatisfy(head -> assertThat(s.dispatch(head)).isEqualTo(head.dispatch()));
    }

    @Test
    @Rule("DL-1")
    default void deadLettersShowTheCausesOfTheirEvents() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        Head first = s.claimOne();
        s.completed(first, event("b").to(each("w")));
        s.bury(s.claimOne());

        assertThat(s.deadLetters().get(0).event().cause()).isEqualTo(first.attempt());
    }

    @Test
    @Rule({"DL-1", "I10"})
    default void clearEndsDeadLetters() {
        Scene s = scene();
        s.append(event("a").to(each("w"), lane("q", "x")));
        s.claimed().forEach(s::bury);
        s.clear();

        assertThat(s.deadLetters()).isEmpty();
        s.changesNothing(() -> {
            assertThat(s.redrive("w", 1, RETRY)).isEqualTo(new RedriveResult(false, false));
            assertThat(s.redrive("w", 1, SKIP)).isEqualTo(new RedriveResult(false, false));
        });
    }

    @Test
    @Rule("DL-2")
    default void redriveActsOnThatConsumersDeadHeadOnly() {
        Scene s = scene();
        s.append(event("a").to(each("w"), each("v")), event("b").to(each("w")));
        List<Head> heads = s.claimed();
        s.bury(heads.get(1));

        s.changesNothing(() -> {
            for (RedriveRequest.Action action : RedriveRequest.Action.values()) {
                assertThat(s.redrive("v", 1, action).redriven()).as("alive").isFalse();
                assertThat(s.redrive("w", 2, action).redriven()).as("alive").isFalse();
                assertThat(s.redrive("nobody", 1, action).redriven())
                        .as("unknown")
                        .isFalse();
                assertThat(s.redrive("w", 99, action).redriven())
                        .as("beyond the frontier")
                        .isFalse();
            }
        });
        assertThat(s.redrive("w", 1, SKIP).redriven()).isTrue();
        s.changesNothing(
                () -> assertThat(s.redrive("w", 1, SKIP).redriven()).as("again").isFalse());
    }

    @Test
    @Rule("DL-2")
    default void ofSeveralDeadHeadsAtOneIndexTheFirstIsRedriven() {
        Scene s = scene();
        s.append(
                Served.of(
                        ServedConsumer.log("w", new LogOptions("zlog", null, false)),
                        ServedConsumer.log("w", new LogOptions("alog", null, false))),
                event("a")
                        .to(lane("w", "b"), each("w"), lane("w", "\ud83d\ude00"), lane("w", "\uffff"), lane("w", "")));
        s.claimed().forEach(s::bury);

        for (String next : List.of("w@1", "w/alog@1", "w/zlog@1", "w/@1", "w/b@1", "w/\uffff@1", "w/\ud83d\ude00@1")) {
            List<String> before = refs(s.deadLetters());
            assertThat(s.redrive("w", 1, SKIP).redriven()).isTrue();
            List<String> gone = new ArrayList<>(before);
            gone.removeAll(refs(s.deadLetters()));
            assertThat(gone).as("the one skipped").containsExactly(next);
        }
    }

    @Test
    @Rule({"DL-3", "I9"})
    default void retryMakesTheHeadLiveWithAFreshFailureCount() {
        Scene s = scene();
        s.append(Served.of(log("g")), event("a").to(each("w"), lane("q", "x")));
        s.claimed().forEach(head -> s.fail(head, 2));
        s.claimed().forEach(head -> s.fail(head, 2));
        s.isSettled();
        for (String consumer : List.of("w", "q", "g")) {
            assertThat(s.redrive(consumer, 1, RETRY)).isEqualTo(new RedriveResult(true, true));
        }

        assertThat(s.deadLetters()).isEmpty();
        assertThat(s.cursors())
                .extracting(Cursor::dispatch)
                .containsOnly(new Dispatch(
                        TestClock.START, TestClock.START, 2, null, null, 0, TestClock.START, 2, "boom", null));
        List<Head> again = s.claimed();
        assertThat(again)
                .hasSize(3)
                .extracting(head -> head.dispatch().attemptCount())
                .containsOnly(3);
        assertThat(s.fail(again.get(0), 2).failureCount()).isEqualTo(1);
    }

    @Test
    @Rule({"DL-3", "CLM-4"})
    default void retryForgetsLapsesToo() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        s.claimOne();
        s.lapse();
        s.claimed(s.asking("h").maxFailures(1));

        s.redrive("w", 1, RETRY);
        Head head = s.claimed(s.asking("h").maxFailures(1)).get(0);

        assertThat(head.dispatch().attemptCount()).isEqualTo(3);
        assertThat(head.dispatch().failureCount()).isZero();
        s.completed(head);
    }

    @Test
    @Rule("DL-4")
    default void skipMovesEveryKindOfCursorOn() {
        Scene s = scene();
        s.append(
                Served.of(log("g", "t")),
                event("a").to(each("w"), lane("q", "x")),
                event("b", "u"),
                event("c").to(lane("q", "x")));
        List<Head> heads = s.claimed();
        heads.forEach(s::bury);

        for (String consumer : List.of("w", "q", "g")) {
            assertThat(s.redrive(consumer, 1, SKIP).redriven()).as(consumer).isTrue();
        }

        assertThat(refs(s.claimed())).containsExactly("g/main@3", "q/x@3");
        heads.forEach(head -> s.isSuperseded(s.complete(head)));
    }

    @Test
    @Rule({"DL-4", "CMP-5"})
    default void skipOfTheLastHeadMakesLaneAndLogIdle() {
        Scene s = scene();
        s.append(Served.of(log("g")), event("a").to(lane("q", "x")));
        s.claimed().forEach(s::bury);

        assertThat(s.redrive("q", 1, SKIP)).isEqualTo(new RedriveResult(true, false));
        assertThat(s.redrive("g", 1, SKIP)).isEqualTo(new RedriveResult(true, false));

        assertThat(s.cursors()).extracting(Cursor::head).containsOnlyNulls();
        assertThat(s.cursors()).extracting(Cursor::position).containsOnly(1L);
    }

    @Test
    @Rule({"DL-4", "CUR-3"})
    default void skipUsesTheTypesGivenWithIt() {
        Scene s = scene();
        s.append(Served.of(log("g", "x")), event("a", "x"), event("b", "y"), event("c", "x"));
        s.bury(s.claimOne());

        s.store().redrive(new RedriveRequest(s.session(), "g", 1, SKIP, Served.of(log("g", "x", "y"))));

        assertThat(refs(s.claimed())).containsExactly("g/main@2");
    }

    @Test
    @Rule({"DL-2", "APP-12"})
    default void redriveTellsWhetherServedWorkIsPending() {
        Scene s = scene();
        s.append(event("a").to(each("w"), each("v")));
        s.claimed().forEach(s::bury);

        assertThat(s.store().redrive(new RedriveRequest(s.session(), "w", 1, RETRY, Served.named("v"))))
                .isEqualTo(new RedriveResult(true, false));
        assertThat(s.store().redrive(new RedriveRequest(s.session(), "w", 1, RETRY, Served.named("w"))))
                .isEqualTo(new RedriveResult(false, true));
        assertThat(s.redrive("v", 1, SKIP)).isEqualTo(new RedriveResult(true, true));
    }

    @Test
    @Rule({"DL-2", "DL-3"})
    default void manyRedrivesAtOnceReviveOnce() {
        Scene s = scene();
        s.append(event("a").to(lane("q", "x")), event("b").to(lane("q", "x")));
        s.bury(s.claimOne());

        List<RedriveResult> results = Together.run(12, i -> () -> s.redrive("q", 1, i % 2 == 0 ? RETRY : SKIP));

        assertThat(results).filteredOn(RedriveResult::redriven).hasSize(1);
        assertThat(results.get(0).hasPending()).isTrue();
        Head head = s.claimOne();
        assertThat(head.event().index()).isIn(1L, 2L);
        assertThat(head.dispatch().attemptCount()).isEqualTo(head.event().index() == 1 ? 2 : 1);
    }

    @Test
    @Rule({"DL-3", "I7"})
    default void revivedLaneHeadStillComesBeforeWhatWaitsBehindIt() {
        Scene s = scene();
        s.append(event("a").to(lane("q", "x")), event("b").to(lane("q", "x")));
        s.bury(s.claimOne());
        s.append(event("c").to(lane("q", "x")));
        s.redrive("q", 1, RETRY);

        for (long index = 1; index <= 3; index++) {
            Head head = s.claimOne();
            assertThat(head.event().index()).isEqualTo(index);
            s.completed(head);
        }
    }
}
