package dev.a2.tck;

import static dev.a2.store.ErrorCode.CONFLICT;
import static dev.a2.store.ErrorCode.PARTIAL_DUPLICATE_BATCH;
import static dev.a2.store.ErrorCode.SESSION_CLEARED;
import static dev.a2.store.ErrorCode.STORE_UNAVAILABLE;
import static dev.a2.store.ErrorCode.SUPERSEDED_ATTEMPT;
import static dev.a2.store.Target.each;
import static dev.a2.store.Target.lane;
import static dev.a2.tck.Given.event;
import static dev.a2.tck.Given.refs;
import static dev.a2.tck.Given.withoutId;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.AppendRequest;
import dev.a2.store.AppendResult;
import dev.a2.store.ClearRequest;
import dev.a2.store.Event;
import dev.a2.store.Head;
import dev.a2.store.NewEvent;
import dev.a2.store.RedriveRequest;
import dev.a2.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** APP-1 to APP-6, APP-8, APP-9, APP-15: what an append stores, and when it refuses or repeats. */
public interface AppendRules extends StoreRules {
    @Test
    @Rule("APP-1")
    default void missingIdsAreGenerated() {
        Scene s = scene();

        List<Event> events = s.append(withoutId(), event("mine"), withoutId()).events();

        assertThat(events).extracting(Event::id).doesNotHaveDuplicates().doesNotContainNull();
        assertThat(events.get(1).id()).isEqualTo("mine");
        assertThat(s.read()).isEqualTo(events);
        assertThat(s.append(withoutId()).events().get(0).index()).isEqualTo(4);
    }

    @Test
    @Rule("APP-1")
    default void oneIdTwiceInABatchIsRefused() {
        Scene s = scene();
        s.append(event("old"));

        s.refused(PARTIAL_DUPLICATE_BATCH, () -> s.append(event("a"), event("b"), event("a")));
        s.refused(PARTIAL_DUPLICATE_BATCH, () -> s.append(event("old"), event("old")));
        s.append(event("a"));

        assertThat(s.readIds()).containsExactly("old", "a");
    }

    @Test
    @Rule("APP-2")
    default void emptyBatchWritesNothing() {
        Scene s = scene();

        s.changesNothing(() -> assertThat(s.append().events()).isEmpty());
        assertThat(s.append().hasPending()).isFalse();
        s.append(event("a").to(each("w")));
        s.changesNothing(() -> assertThat(s.append().hasPending()).isTrue());
        s.completed(s.claimOne());
        assertThat(s.append().hasPending()).isFalse();
    }

    @Test
    @Rule("APP-3")
    default void retryReturnsWhatIsStoredAndWritesNothing() {
        Scene s = scene();
        NewEvent[] batch = {
            event("a", "t", "{\"n\": 1}").to(each("w"), lane("q", "x")),
            event("b", "u").to(each("w"))
        };
        List<Event> first = s.append(batch).events();
        s.advanceMs(5_000);

        s.changesNothing(() -> assertThat(s.append(batch).events()).isEqualTo(first));
        s.claimed().forEach(s::completed);
        s.changesNothing(() -> assertThat(s.append(batch).events()).isEqualTo(first));
        s.isSettled();
        assertThat(first).allMatch(event -> event.createdAt().equals(TestClock.START));
    }

    @Test
    @Rule("APP-3")
    default void retryStaysTrueHoweverMuchCameAfter() {
        Scene s = scene();
        List<Event> first = s.append(event("a"), event("b")).events();
        s.appendMany("more", "t", 700);

        s.changesNothing(
                () -> assertThat(s.append(event("a"), event("b")).events()).isEqualTo(first));
    }

    @Test
    @Rule("APP-3")
    default void partsAndUnionsOfStoredBatchesCountAsStored() {
        Scene s = scene();
        s.append(event("a"), event("b"));
        s.append(event("c"), event("d"));

        assertThat(s.append(event("b"), event("c")).events())
                .extracting(Event::index)
                .containsExactly(2L, 3L);
        assertThat(s.append(event("d")).events()).extracting(Event::index).containsExactly(4L);
        assertThat(s.frontier()).isEqualTo(4);
    }

    @Test
    @Rule("APP-3")
    default void payloadsOfARetryCompareAsValues() {
        Scene s = scene();
        s.append(event("a", "t", "{\"x\":1,\"y\":[1.0,\"é\"]}"));

        s.changesNothing(() -> {
            Event stored = s.append(event("a", "t", " {\"y\" : [1e0, \"\\u00e9\"], \"x\": 1.00}"))
                    .events()
                    .get(0);
            assertThat(stored.payload().text()).isEqualTo("{\"x\":1,\"y\":[1.0,\"é\"]}");
        });
        for (String other : List.of(
                "{\"x\":1}",
                "{\"x\":1,\"y\":[\"é\",1]}",
                "{\"x\":\"1\",\"y\":[1,\"é\"]}",
                "{\"x\":1,\"y\":[1,\"e\"]}",
                "{\"x\":1,\"y\":[1,\"é\"],\"z\":null}",
                "{\"x\":true,\"y\":[1,\"é\"]}",
                "[]",
                "null")) {
            s.refused(PARTIAL_DUPLICATE_BATCH, () -> s.append(event("a", "t", other)));
        }
    }

    @Test
    @Rule("APP-3")
    default void idsThatExistWithOtherContentAreRefused() {
        Scene s = scene();
        s.append(event("a", "t", "1"), event("b", "t", "2"), event("c", "t", "3"));

        s.refused(PARTIAL_DUPLICATE_BATCH, () -> s.append(event("a", "u", "1")));
        s.refused(PARTIAL_DUPLICATE_BATCH, () -> s.append(event("a", "t", "2")));
        s.refused(PARTIAL_DUPLICATE_BATCH, () -> s.append(event("b", "t", "2"), event("a", "t", "1")));
        s.refused(PARTIAL_DUPLICATE_BATCH, () -> s.append(event("a", "t", "1"), event("c", "t", "3")));
        s.refused(PARTIAL_DUPLICATE_BATCH, () -> s.append(event("c", "t", "3"), event("new", "t", "4")));
        s.refused(PARTIAL_DUPLICATE_BATCH, () -> s.append(event("new", "t", "4"), event("a", "t", "1")));
        s.refused(PARTIAL_DUPLICATE_BATCH, () -> s.append(event("a", "t", "1"), withoutId()));
    }

    @Test
    @Rule("APP-3")
    default void retryIsAnsweredWhateverItsTargetsCauseAndOriginAre() {
        Scene s = scene();
        s.append(event("work").to(each("w")));
        Head head = s.claimOne();
        List<Event> caused = s.append(event("a").causedBy(head.attempt())).events();
        s.completed(head);

        s.changesNothing(() -> assertThat(
                        s.append(event("a").causedBy(head.attempt())).events())
                .isEqualTo(caused));
        s.changesNothing(() ->
                assertThat(s.append(event("a").to(each("v"))).events()).isEqualTo(caused));
        s.isSettled();
    }

    @Test
    @Rule({"APP-3", "APP-12"})
    default void retryTellsOfLiveHeadsOnly() {
        Scene s = scene();
        assertThat(s.append(event("a").to(each("w"))).hasPending()).isTrue();

        assertThat(s.append(event("a").to(each("w"))).hasPending()).isTrue();
        s.completed(s.claimOne());
        assertThat(s.append(event("a").to(each("w"))).hasPending()).isFalse();
    }

    @Test
    @Rule({"APP-3", "I3"})
    default void fiftyEqualAppendsAtOnceStoreOneBatch() {
        Scene s = scene();

        List<AppendResult> results = Together.run(
                50, i -> () -> s.append(event("a", "t", "{\"n\":1}").to(each("w")), event("b", "t", "2")));

        assertThat(s.readIds()).containsExactly("a", "b");
        assertThat(results).allMatch(result -> result.events().equals(s.read()));
        s.completed(s.claimOne());
        s.isSettled();
    }

    @Test
    @Rule({"APP-3", "I3"})
    default void unequalAppendsOfOneIdAtOnceStoreOne() {
        Scene s = scene();

        List<Boolean> stored = Together.run(20, i -> () -> {
            try {
                Event event =
                        s.append(event("a", "t", Integer.toString(i))).events().get(0);
                assertThat(event.payload().text()).isEqualTo(Integer.toString(i));
                return true;
            } catch (StoreException e) {
                assertThat(e.code()).as(e.getMessage()).isEqualTo(PARTIAL_DUPLICATE_BATCH);
                return false;
            }
        });

        assertThat(stored).filteredOn(won -> won).hasSize(1);
        assertThat(s.frontier()).isEqualTo(1);
        assertThat(s.read().get(0).payload().text()).isEqualTo(Integer.toString(stored.indexOf(true)));
    }

    @Test
    @Rule("APP-4")
    default void idFromBeforeAClearIsFreeAgain() {
        Scene s = scene();
        s.append(event("a", "t", "1"), event("b", "t", "2"));
        s.clear();

        Event again = s.append(event("a", "u", "3")).events().get(0);

        assertThat(again.index()).isEqualTo(4);
        s.changesNothing(
                () -> assertThat(s.append(event("a", "u", "3")).events()).containsExactly(again));
        s.refused(PARTIAL_DUPLICATE_BATCH, () -> s.append(event("a", "t", "1")));
        s.reclaimAll();
        s.changesNothing(
                () -> assertThat(s.append(event("a", "u", "3")).events()).containsExactly(again));
        assertThat(s.append(event("b", "t", "2")).events().get(0).index()).isEqualTo(5);
    }

    @Test
    @Rule({"APP-4", "CLR-6"})
    default void idFromBeforeAClearIsFreeAfterReclaim() {
        Scene s = scene();
        s.append(event("a"), event("b"));
        s.clear();
        s.append(event("c"));
        s.reclaimAll();

        assertThat(s.append(event("a")).events().get(0).index()).isEqualTo(5);
        assertThat(s.append(event("b"), event("d")).events())
                .extracting(Event::index)
                .containsExactly(6L, 7L);
    }

    @Test
    @Rule("APP-5")
    default void retryThatRacesAClearNeverLies() {
        Scene s = scene();
        for (int round = 0; round < 30; round++) {
            String session = s.another();
            AppendRequest batch = AppendRequest.of(session, event("a", "t", "1"), event("b", "t", "2"));
            s.store().append(batch);

            List<Object> answers = Together.run(
                    2,
                    i -> i == 0
                            ? () -> s.store().clear(ClearRequest.of(session))
                            : () -> {
                                try {
                                    return s.store()
                                            .append(batch)
                                            .events()
                                            .get(0)
                                            .index();
                                } catch (StoreException e) {
                                    assertThat(e.code()).as(e.getMessage()).isEqualTo(STORE_UNAVAILABLE);
                                    return "unavailable";
                                }
                            });

            assertThat(answers.get(1)).as("index of the retried event").isIn(1L, 4L, "unavailable");
            long frontier = s.store().bounds(session).frontier();
            assertThat(frontier)
                    .as("the frontier after it")
                    .isEqualTo(answers.get(1).equals(4L) ? 5 : 3);
        }
    }

    @Test
    @Rule("APP-6")
    default void appendThatStemsFromBeforeAClearIsRefused() {
        Scene s = scene();
        s.append(event("a"), event("b"));
        s.clear();
        s.append(event("c"));

        for (long origin = 1; origin <= 3; origin++) {
            long from = origin;
            s.refused(
                    SESSION_CLEARED,
                    () -> s.store().append(s.batch(event("late")).originIndex(from)));
        }
        s.store().append(s.batch(event("d")).originIndex(4L));
        s.store().append(s.batch(event("e")).originIndex(99L));

        assertThat(s.readIds().subList(1, 4)).containsExactly("c", "d", "e");
    }

    @Test
    @Rule("APP-8")
    default void checksComeInTheirOrder() {
        Scene s = scene();
        s.append(event("old").to(each("w")));
        s.clear();
        s.append(event("work").to(each("w")));
        Head stale = s.claimOne();
        s.lapse();
        s.claimOne("h2");
        NewEvent late = event("late").causedBy(stale.attempt());

        s.refused(
                PARTIAL_DUPLICATE_BATCH,
                () -> s.store().append(s.batch(late, late).originIndex(1L).ifLastIndex(9L)));
        s.refused(
                PARTIAL_DUPLICATE_BATCH,
                () -> s.store()
                        .append(s.batch(event("work", "other"), late)
                                .originIndex(1L)
                                .ifLastIndex(9L)));
        s.refused(
                SESSION_CLEARED,
                () -> s.store().append(s.batch(late).originIndex(1L).ifLastIndex(9L)));
        s.refused(CONFLICT, () -> s.store().append(s.batch(late).originIndex(3L).ifLastIndex(9L)));
        s.refused(
                SUPERSEDED_ATTEMPT,
                () -> s.store().append(s.batch(late).originIndex(3L).ifLastIndex(3L)));
        s.changesNothing(
                () -> s.store().append(s.batch(event("work")).originIndex(1L).ifLastIndex(9L)));
    }

    @Test
    @Rule({"APP-9", "I1"})
    default void indexesAreDense() {
        Scene s = scene();

        assertThat(s.append(event("a"), event("b")).events())
                .extracting(Event::index)
                .containsExactly(1L, 2L);
        assertThat(s.append(event("c")).events()).extracting(Event::index).containsExactly(3L);
        s.clear();
        assertThat(s.append(event("d")).events()).extracting(Event::index).containsExactly(5L);
        s.reclaimAll();
        assertThat(s.append(event("e")).events()).extracting(Event::index).containsExactly(6L);
    }

    @Test
    @Rule({"APP-9", "I4"})
    default void batchesAppendedAtOnceStayWhole() {
        Scene s = scene();
        int writers = 8;
        int batches = 12;
        List<Callable<Integer>> calls = new ArrayList<>();
        for (int writer = 0; writer < writers; writer++) {
            int number = writer;
            calls.add(() -> {
                for (int i = 0; i < batches; i++) {
                    String id = number + "-" + i;
                    s.append(event(id + "-0"), event(id + "-1"), event(id + "-2"));
                }
                return batches;
            });
        }
        calls.add(() -> {
            Together.Rounds looks = new Together.Rounds("looking at batches until all are there");
            do {
                onlyWholeBatches(s.read(), s.session());
            } while (s.frontier() < 3L * writers * batches && looks.another());
            return batches;
        });

        Together.run(calls.size(), calls::get);

        assertThat(s.frontier()).isEqualTo(3L * writers * batches);
        onlyWholeBatches(s.read(), s.session());
    }

    private static void onlyWholeBatches(List<Event> events, String session) {
        for (int i = 0; i < events.size(); i++) {
            Event event = events.get(i);
            String batch = event.id().substring(0, event.id().length() - 1);
            assertThat(event.index()).as("I1: the index in session %s", session).isEqualTo(i + 1L);
            assertThat(event.id()).as("I4: the batch at index %s", i + 1).endsWith(Integer.toString(i % 3));
            assertThat(events.get(i - i % 3 + Math.min(2, events.size() - 1 - (i - i % 3)))
                            .id())
                    .as("I4: a batch is whole or not there")
                    .isEqualTo(batch + "2");
        }
    }

    @Test
    @Rule("APP-15")
    default void conditionalAppendNeedsTheVeryFrontier() {
        Scene s = scene();

        s.refused(CONFLICT, () -> s.store().append(s.batch(event("a")).ifLastIndex(1L)));
        s.store().append(s.batch(event("a"), event("b")).ifLastIndex(0L));
        StoreException error =
                s.refused(CONFLICT, () -> s.store().append(s.batch(event("c")).ifLastIndex(1L)));
        s.store().append(s.batch(event("c")).ifLastIndex(2L));

        assertThat(error.getMessage()).as("the message tells the frontier").contains("2");
        assertThat(s.readIds()).containsExactly("a", "b", "c");
    }

    @Test
    @Rule("APP-15")
    default void conditionalAppendCountsTheMarker() {
        Scene s = scene();
        s.append(event("a"));
        s.clear();

        s.refused(CONFLICT, () -> s.store().append(s.batch(event("b")).ifLastIndex(0L)));
        s.refused(CONFLICT, () -> s.store().append(s.batch(event("b")).ifLastIndex(1L)));
        s.store().append(s.batch(event("b")).ifLastIndex(2L));

        assertThat(s.frontier()).isEqualTo(3);
    }

    @Test
    @Rule("APP-15")
    default void retryIsAnsweredBeforeTheCondition() {
        Scene s = scene();
        AppendRequest request = s.batch(event("a")).ifLastIndex(0L);
        List<Event> first = s.store().append(request).events();
        s.append(event("b"));

        s.changesNothing(() -> assertThat(s.store().append(request).events()).isEqualTo(first));
    }

    @Test
    @Rule("APP-15")
    default void conditionalAppendsAtOnceCountWithoutLoss() {
        Scene s = scene();
        int each = 10;

        Together.run(6, writer -> () -> {
            for (int i = 0; i < each; i++) {
                Together.Rounds tries = new Together.Rounds("an append that others always beat");
                while (tries.another()) {
                    try {
                        s.store().append(s.batch(event(writer + "-" + i)).ifLastIndex(s.frontier()));
                        break;
                    } catch (StoreException e) {
                        assertThat(e.code()).as(e.getMessage()).isEqualTo(CONFLICT);
                    }
                }
            }
            return writer;
        });

        assertThat(s.frontier()).isEqualTo(6L * each);
        assertThat(Set.copyOf(s.readIds())).hasSize(6 * each);
    }

    @Test
    @Rule({"APP-9", "I5"})
    default void refusedBatchLeavesNoWork() {
        Scene s = scene();
        s.append(event("work").to(each("w")));
        Head head = s.claimOne();
        s.completed(head);

        s.refused(
                SUPERSEDED_ATTEMPT,
                () -> s.append(
                        event("a").to(each("w"), lane("q", "x")),
                        event("b").causedBy(head.attempt()).to(lane("q", "x"))));

        s.isSettled();
        s.append(event("a"), event("b"));
        assertThat(refs(s.deadLetters())).isEmpty();
        assertThat(s.redrive("w", 1, RedriveRequest.Action.RETRY).redriven()).isFalse();
    }
}
