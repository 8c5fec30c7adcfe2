package dev.a2.tck;

import static dev.a2.store.ErrorCode.SUPERSEDED_ATTEMPT;
import static dev.a2.store.Target.each;
import static dev.a2.store.Target.lane;
import static dev.a2.tck.Given.event;
import static dev.a2.tck.Given.log;
import static dev.a2.tck.Given.refs;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.ClearRequest;
import dev.a2.store.ClearResult;
import dev.a2.store.Cursor;
import dev.a2.store.Dispatch;
import dev.a2.store.Event;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import dev.a2.store.ReclaimResult;
import dev.a2.store.RedriveRequest;
import dev.a2.store.Reserved;
import dev.a2.store.Served;
import dev.a2.store.SessionBounds;
import dev.a2.store.StoreException;
import dev.a2.store.When;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** CLR: clear and reclaim. */
public interface ClearRules extends StoreRules {
    @Test
    @Rule("CLR-1")
    default void clearByASupersededAttemptIsRefused() {
        Scene s = scene();
        s.append(event("a").to(each("w"), lane("q", "x")));
        List<Head> heads = s.claimed("h1");
        s.lapse();
        List<Head> current = s.claimed("h2");
        s.completed(current.get(0));

        s.refused(SUPERSEDED_ATTEMPT, () -> clear(s, null, heads.get(1).attempt()));
        s.refused(SUPERSEDED_ATTEMPT, () -> clear(s, null, current.get(0).attempt()));
        s.refused(SUPERSEDED_ATTEMPT, () -> clear(s, null, new AttemptRef("w", "x", 1, 2)));
        s.refused(SUPERSEDED_ATTEMPT, () -> clear(s, null, new AttemptRef("w", null, 9, 1)));
        s.refused(SUPERSEDED_ATTEMPT, () -> clear(s, 9L, heads.get(1).attempt()));
        assertThat(clear(s, null, current.get(1).attempt())).isEqualTo(new ClearResult(true, 2, 2));
        s.refused(SUPERSEDED_ATTEMPT, () -> clear(s, null, current.get(1).attempt()));
    }

    @Test
    @Rule("CLR-2")
    default void conditionalClearNeedsTheVeryFrontier() {
        Scene s = scene();
        s.append(event("a"), event("b"));

        s.changesNothing(() -> assertThat(clear(s, 1L, null)).isEqualTo(new ClearResult(false, 2, 0)));
        s.changesNothing(() -> assertThat(clear(s, 9L, null)).isEqualTo(new ClearResult(false, 2, 0)));
        s.changesNothing(() -> assertThat(clear(s, 0L, null)).isEqualTo(new ClearResult(false, 2, 0)));
        assertThat(clear(s, 2L, null)).isEqualTo(new ClearResult(true, 3, 3));
    }

    @Test
    @Rule("CLR-2")
    default void repeatedConditionalClearHasHappenedAlready() {
        Scene s = scene();
        s.append(event("a"), event("b"));
        clear(s, 2L, null);
        s.append(event("c"));

        s.changesNothing(() -> assertThat(clear(s, 2L, null)).isEqualTo(new ClearResult(true, 4, 3)));
        s.changesNothing(() -> assertThat(clear(s, 3L, null)).isEqualTo(new ClearResult(false, 4, 3)));
        assertThat(clear(s, 4L, null)).isEqualTo(new ClearResult(true, 5, 5));
        s.changesNothing(() -> assertThat(clear(s, 2L, null)).isEqualTo(new ClearResult(false, 5, 5)));
    }

    @Test
    @Rule("CLR-3")
    default void clearOfNothingAppendsNothing() {
        Scene s = scene();

        s.changesNothing(() -> assertThat(s.clear()).isEqualTo(new ClearResult(true, 0, 0)));
        s.append(event("a"));
        s.clear();
        s.changesNothing(() -> assertThat(s.clear()).isEqualTo(new ClearResult(true, 2, 2)));
        s.changesNothing(() -> assertThat(clear(s, 2L, null)).isEqualTo(new ClearResult(true, 2, 2)));
        s.reclaimAll();
        s.changesNothing(() -> assertThat(s.clear()).isEqualTo(new ClearResult(true, 2, 2)));
        assertThat(s.append(event("b")).events().get(0).index()).isEqualTo(3);
    }

    @Test
    @Rule("CLR-4")
    default void clearAppendsTheMarker() {
        Scene s = scene();
        s.append(event("a"), event("b"));
        s.advanceMs(5);

        assertThat(s.clear()).isEqualTo(new ClearResult(true, 3, 3));

        Event marker = s.read().get(0);
        assertThat(s.read()).hasSize(1);
        assertThat(marker.index()).isEqualTo(3);
        assertThat(marker.type()).isEqualTo(Reserved.CLEAR_TYPE);
        assertThat(marker.payload()).isEqualTo(Json.NULL);
        assertThat(marker.createdAt()).isEqualTo(s.now());
        assertThat(marker.cause()).isNull();
        assertThat(marker.id()).isNotEmpty();
    }

    @Test
    @Rule({"CLR-4", "CLR-1"})
    default void markerHasNoCauseEvenWhenAnAttemptCleared() {
        Scene s = scene();
        s.append(event("a").to(each("w")));

        clear(s, null, s.claimOne().attempt());

        assertThat(s.read()).extracting(Event::cause).containsOnlyNulls();
    }

    @Test
    @Rule({"CLR-4", "I10"})
    default void afterAClearNothingFromBeforeShows() {
        Scene s = scene();
        s.append(
                Served.of(log("g")),
                event("a").to(each("w"), each("v"), each("u"), lane("q", "x")),
                event("b").to(lane("q", "x")));
        List<Head> heads = s.claimed();
        s.bury(heads.get(heads.size() - 1));
        s.fail(heads.get(heads.size() - 2), 9, Given.inMs(100));
        s.snapshot(1, "1", new HeadRef("u", null, 1));
        s.snapshot(2, "2");
        s.clear();

        for (int i = 0; i < 2; i++) {
            s.isSettled();
            assertThat(s.append().hasPending()).isFalse();
            assertThat(s.deadLetters()).isEmpty();
            assertThat(s.read()).hasSize(1);
            assertThat(s.cursors()).containsExactly(new Cursor.LogCursor("g", "main", 3, null, null, Dispatch.NONE));
            for (Head head : heads) {
                s.refused(SUPERSEDED_ATTEMPT, () -> s.append(event("late").causedBy(head.attempt())));
            }
            s.reclaimAll();
        }
        s.append(event("c"));
        s.isSettled();
    }

    @Test
    @Rule({"CLR-4", "I1"})
    default void indexesGoOnAfterManyClears() {
        Scene s = scene();
        long expected = 0;
        for (int i = 0; i < 20; i++) {
            assertThat(s.append(event("same")).events().get(0).index()).isEqualTo(++expected);
            assertThat(s.clear().clearIndex()).isEqualTo(++expected);
            if (i % 3 == 0) {
                s.reclaimAll();
            }
        }

        assertThat(s.store().bounds(s.session())).isEqualTo(new SessionBounds(s.session(), 40, 40));
        assertThat(s.read()).hasSize(1);
    }

    @Test
    @Rule({"CLR-4", "I10"})
    default void laneOfTheOldLifetimeDoesNotReachIntoTheNew() {
        Scene s = scene();
        s.append(
                event("a").to(lane("q", "x")),
                event("b").to(lane("q", "x")),
                event("c").to(lane("q", "x")));
        s.completed(s.claimOne());
        s.clear();

        s.append(event("d").to(lane("q", "x")), event("e").to(lane("q", "x")));

        assertThat(refs(s.claimed())).containsExactly("q/x@5");
        s.lapse();
        s.completed(s.claimOne());
        assertThat(refs(s.claimed())).containsExactly("q/x@6");
    }

    @Test
    @Rule({"CLR-4", "I5"})
    default void appendsAndAClearAtOnceLeaveOneLifetime() {
        for (int round = 0; round < 15; round++) {
            Scene s = scene();
            String session = s.another();
            s.store().append(AppendRequest.of(session, event("first").to(each("w"))));

            Together.run(
                    5,
                    i -> () -> i == 0
                            ? s.store().clear(ClearRequest.of(session))
                            : s.store()
                                    .append(AppendRequest.of(
                                            session, event("a" + i).to(each("w")), event("b" + i))));

            SessionBounds bounds = s.store().bounds(session);
            assertThat(bounds.frontier()).isEqualTo(10);
            List<Event> events = s.store().read(session, 0, null);
            assertThat(events).hasSize((int) (bounds.frontier() - bounds.clearIndex() + 1));
            assertThat(s.store().cursors(session)).hasSize((events.size() - 1) / 2);
        }
    }

    @Test
    @Rule("CLR-6")
    default void reclaimDeletesOnePageAtATime() {
        Scene s = scene();
        s.appendMany("e", "t", 600);
        assertThat(s.store().reclaim(s.session())).isEqualTo(new ReclaimResult(0, true));
        s.clear();
        s.append(event("after").to(each("w")));

        assertThat(s.store().reclaim(s.session())).isEqualTo(new ReclaimResult(256, false));
        assertThat(s.read()).hasSize(2);
        assertThat(s.store().reclaim(s.session())).isEqualTo(new ReclaimResult(256, false));
        assertThat(s.append(event("e599"), event("e0")).events())
                .as("ids reused above the marker")
                .hasSize(2);
        assertThat(s.store().reclaim(s.session())).isEqualTo(new ReclaimResult(88, true));
        assertThat(s.store().reclaim(s.session())).isEqualTo(new ReclaimResult(0, true));
        s.changesNothing(() -> s.append(event("e599"), event("e0")));
        assertThat(s.readIds()).endsWith("after", "e599", "e0");
        assertThat(refs(s.claimed())).containsExactly("w@602");
    }

    @Test
    @Rule("CLR-6")
    default void pageThatTakesTheLastEventSaysSo() {
        Scene s = scene();
        s.appendMany("e", "t", 256);
        s.clear();

        assertThat(s.store().reclaim(s.session())).isEqualTo(new ReclaimResult(256, true));
        assertThat(s.store().reclaim(s.session())).isEqualTo(new ReclaimResult(0, true));
    }

    @Test
    @Rule("CLR-6")
    default void olderMarkersAreReclaimedToo() {
        Scene s = scene();
        s.append(event("a"));
        s.clear();
        s.append(event("b"));
        s.clear();
        s.append(event("c"));

        assertThat(s.store().reclaim(s.session())).isEqualTo(new ReclaimResult(3, true));
        assertThat(s.read()).extracting(Event::index).containsExactly(4L, 5L);
    }

    @Test
    @Rule("CLR-6")
    default void reclaimsAtOnceCountEachEventOnce() {
        Scene s = scene();
        s.appendMany("e", "t", 1_000);
        s.clear();

        List<Integer> deleted = Together.run(4, i -> () -> {
            int mine = 0;
            Together.Rounds pages = new Together.Rounds("reclaiming", 1_000);
            ReclaimResult page;
            do {
                page = s.store().reclaim(s.session());
                mine += page.deleted();
            } while (!page.done() && pages.another());
            return mine;
        });

        assertThat(deleted.stream().mapToInt(Integer::intValue).sum()).isEqualTo(1_000);
    }

    @Test
    @Rule({"CLR-6", "I10"})
    default void reclaimBetweenTwoClearsGoesOn() {
        Scene s = scene();
        s.appendMany("a", "t", 300);
        s.clear();
        assertThat(s.store().reclaim(s.session())).isEqualTo(new ReclaimResult(256, false));
        s.appendMany("b", "t", 300);
        s.clear();
        s.append(event("c"));

        assertThat(s.reclaimAll()).isEqualTo(44 + 1 + 300);
        assertThat(s.read()).hasSize(2);
    }

    @Test
    @Rule({"CLR-6", "I15"})
    default void reclaimLeavesTheNewLifetimeAlone() {
        Scene s = scene();
        s.append(
                Served.of(log("g", "t")),
                event("a").to(each("w"), lane("q", "x"), lane("q", "idle")),
                event("b").to(lane("q", "x")));
        s.claimed().stream().filter(head -> "idle".equals(head.lane())).forEach(s::completed);
        s.snapshot(1, "1", new HeadRef("w", null, 1));
        s.snapshot(2, "2");
        s.clear();
        s.append(
                Served.of(log("g", "t")),
                event("c").to(each("w"), lane("q", "x"), each("dead")),
                event("d").to(lane("q", "x")));
        List<Head> heads = s.claimed();
        heads.stream().filter(head -> head.consumer().equals("dead")).forEach(s::bury);
        s.snapshot(4, "4", new HeadRef("w", null, 4));
        s.snapshot(5, "5");

        s.changesNothing(s::reclaimAll);

        heads.stream().filter(head -> !head.consumer().equals("dead")).forEach(s::completed);
        assertThat(refs(s.claimed())).containsExactly("g/main@5", "q/x@5");
        assertThat(s.redrive("dead", 4, RedriveRequest.Action.RETRY).redriven()).isTrue();
    }

    @Test
    @Rule({"CLR-7", "I15"})
    default void emptyLifetimeCollapsesAndTheSessionGoesOn() {
        Scene s = scene();
        s.append(Served.of(log("g"), log("h", "u")), event("a").to(lane("q", "x")), event("b", "u"));
        s.snapshot(2, "2");
        s.clear();
        assertThat(s.reclaimAll()).isEqualTo(2);

        assertThat(s.store().bounds(s.session())).isEqualTo(new SessionBounds(s.session(), 3, 3));
        assertThat(s.read()).hasSize(1);
        assertThat(s.cursors()).extracting(Cursor::position).containsExactly(3L, 3L);
        assertThat(s.clear()).isEqualTo(new ClearResult(true, 3, 3));
        s.append(Served.of(log("g"), log("h", "u")), event("a", "u").to(lane("q", "x")));
        assertThat(refs(s.claimed())).containsExactly("g/main@4", "h/main@4", "q/x@4");
        s.clear();
        assertThat(s.reclaimAll()).isEqualTo(2);
        assertThat(s.append(event("a")).events().get(0).index()).isEqualTo(6);
    }

    @Test
    @Rule({"CLR-7", "RD-8"})
    default void collapsedSessionIsStillListed() {
        Scene s = scene();
        s.append(event("a"));
        s.clear();
        s.reclaimAll();

        List<SessionBounds> all = s.store().sessions(null, 100_000).sessions();

        assertThat(all).contains(new SessionBounds(s.session(), 2, 2));
    }

    @Test
    @Rule({"CLR-1", "I5"})
    default void clearAndTakeoverAtOnceAgree() {
        for (int round = 0; round < 15; round++) {
            Scene s = scene();
            String session = s.another();
            s.clock().set(TestClock.START);
            s.store().append(AppendRequest.of(session, event("a").to(each("w"))));
            ClaimRequest asking = ClaimRequest.of(session, "h1", When.after(Given.LEASE));
            ClaimResult.Claimed first = (ClaimResult.Claimed) s.store().claimAvailable(asking);
            s.lapse();

            List<Object> results = Together.run(
                    2,
                    i -> i == 0
                            ? () -> {
                                try {
                                    return s.store()
                                            .clear(new ClearRequest(
                                                    session,
                                                    null,
                                                    first.heads().get(0).attempt()));
                                } catch (StoreException e) {
                                    assertThat(e.code()).as(e.getMessage()).isEqualTo(SUPERSEDED_ATTEMPT);
                                    return "superseded";
                                }
                            }
                            : () -> s.store().claimAvailable(asking));

            boolean cleared = results.get(0) instanceof ClearResult;
            assertThat(results.get(1))
                    .as("the takeover, when the clear ended as %s", results.get(0))
                    .isInstanceOf(cleared ? ClaimResult.Settled.class : ClaimResult.Claimed.class);
        }
    }

    private static ClearResult clear(Scene s, @Nullable Long ifLastIndex, @Nullable AttemptRef cause) {
        return s.store().clear(new ClearRequest(s.session(), ifLastIndex, cause));
    }
}
