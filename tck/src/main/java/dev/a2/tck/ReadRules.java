package dev.a2.tck;

import static dev.a2.store.ErrorCode.STORE_UNAVAILABLE;
import static dev.a2.store.Target.each;
import static dev.a2.tck.Given.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClearRequest;
import dev.a2.store.Event;
import dev.a2.store.EventLog;
import dev.a2.store.Head;
import dev.a2.store.ReadStateRequest;
import dev.a2.store.Reserved;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionPage;
import dev.a2.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** RD: reads. */
public interface ReadRules extends StoreRules {
    @Test
    @Rule("RD-1")
    default void readGoesFromAfterOneIndexThroughAnother() {
        Scene s = scene();
        s.append(event("a"), event("b"), event("c"), event("d"));

        assertThat(read(s, 0, null)).containsExactly(1L, 2L, 3L, 4L);
        assertThat(read(s, 2, null)).containsExactly(3L, 4L);
        assertThat(read(s, 1, 3L)).containsExactly(2L, 3L);
        assertThat(read(s, 0, 99L)).containsExactly(1L, 2L, 3L, 4L);
        assertThat(read(s, 3, 2L)).isEmpty();
        assertThat(read(s, 4, null)).isEmpty();
        assertThat(read(s, 99, null)).isEmpty();
        assertThat(read(s, 0, 0L)).isEmpty();
    }

    @Test
    @Rule("RD-1")
    default void readStartsAtTheMarker() {
        Scene s = scene();
        s.append(event("a"), event("b"));
        s.clear();
        s.append(event("c"));

        for (String when : List.of("before", "after")) {
            assertThat(read(s, 0, null)).as("%s reclaim", when).containsExactly(3L, 4L);
            assertThat(read(s, 1, null)).containsExactly(3L, 4L);
            assertThat(read(s, 2, null)).containsExactly(3L, 4L);
            assertThat(read(s, 3, null)).containsExactly(4L);
            assertThat(read(s, 0, 2L)).isEmpty();
            assertThat(s.store().read(s.session(), 0, 3L).get(0).type()).isEqualTo(Reserved.CLEAR_TYPE);
            s.reclaimAll();
        }
    }

    @Test
    @Rule("RD-1")
    default void readHasCausesAndHistoryHasNone() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        Head head = s.claimOne();
        s.append(event("b").causedBy(head.attempt()));
        s.completed(head, event("c"));

        assertThat(s.read()).extracting(Event::cause).containsExactly(null, head.attempt(), head.attempt());
        assertThat(s.store().readHistory(s.session(), 0, null))
                .isEqualTo(s.read().stream().map(Event::withoutCause).toList());
        assertThat(s.store().readHistory(s.session(), 1, 2L)).hasSize(1);
    }

    @Test
    @Rule({"RD-1", "I2"})
    default void everyPayloadComesBackToTheByteByEveryWay() {
        Scene s = scene();
        for (int i = 0; i < Odd.JSON.size(); i++) {
            s.append(event("e" + i, "t", Odd.JSON.get(i)).to(each("w")));
        }

        texts(s.store().read(s.session(), 0, null), Odd.JSON);
        texts(s.store().readHistory(s.session(), 0, null), Odd.JSON);
        texts(s.store().readTail(s.session(), 1, null).orElseThrow(), Odd.JSON);
        texts(s.store().readEvents(s.session(), 0), Odd.JSON);
        texts(s.store().readFeedPage(s.session(), 0), Odd.JSON);
        texts(s.store().readState(ReadStateRequest.of(s.session(), "r")).events(), Odd.JSON);
        List<Head> heads = s.claimed();
        texts(heads.stream().map(Head::event).toList(), Odd.JSON);
        heads.forEach(s::bury);
        texts(s.deadLetters().stream().map(Head::event).toList(), Odd.JSON);
    }

    @Test
    @Rule({"CMP-5", "I2"})
    default void everyReturnedPayloadComesBackToTheByte() {
        Scene s = scene();
        for (int i = 0; i < Odd.JSON.size(); i++) {
            s.append(event("e" + i).to(each("w")));
            Head head = s.claimOne();
            Event returned = s.completed(head, event("r" + i, "t", Odd.JSON.get(i)))
                    .events()
                    .get(0);
            assertThat(returned.payload().text()).isEqualTo(Odd.JSON.get(i));
            texts(s.completed(head, event("r" + i, "t", Odd.JSON.get(i))).events(), List.of(Odd.JSON.get(i)));
            texts(s.store().read(s.session(), returned.index() - 1, null), List.of(Odd.JSON.get(i)));
        }
    }

    private static void texts(List<Event> events, List<String> expected) {
        assertThat(events).extracting(event -> event.payload().text()).containsExactlyElementsOf(expected);
        assertThat(events)
                .extracting(Event::payload)
                .containsExactlyElementsOf(expected.stream().map(Json::of).toList());
    }

    @Test
    @Rule({"RD-1", "I1"})
    default void longReadIsWhole() {
        Scene s = scene();
        s.appendMany("e", "t", 2_600);

        List<Event> events = s.read();

        assertThat(events).hasSize(2_600);
        for (int i = 0; i < events.size(); i++) {
            assertThat(events.get(i).index()).isEqualTo(i + 1L);
            assertThat(events.get(i).id()).isEqualTo("e" + i);
        }
        assertThat(read(s, 1_000, 2_050L)).hasSize(1_050).startsWith(1_001L).endsWith(2_050L);
    }

    @Test
    @Rule({"RD-2", "I1"})
    default void readsDuringAppendsAreGapless() {
        Scene s = scene();
        s.appendMany("before", "t", 300);

        Together.whileWriting(40, i -> s.append(event("x" + i), event("y" + i)), () -> {
            long known = s.frontier();
            List<Event> events = s.read();
            assertThat(events.size())
                    .as("RD-2: a read has all events up to its start")
                    .isGreaterThanOrEqualTo((int) known);
            for (int i = 0; i < events.size(); i++) {
                assertThat(events.get(i).index()).isEqualTo(i + 1L);
            }
        });
    }

    @Test
    @Rule("RD-2")
    @Needs(Capability.LOSE_EVENT)
    default void missingEventIsAnErrorNeverSilence() {
        Scene s = scene();
        s.append(event("a"), event("b"), event("c"), event("d"));
        s.loseEvent(2);

        StoreException error = Scene.fails(STORE_UNAVAILABLE, () -> s.store().read(s.session(), 0, null));
        Scene.fails(STORE_UNAVAILABLE, () -> s.store().readHistory(s.session(), 1, 3L));

        assertThat(error.getMessage()).contains(s.session());
        assertThat(read(s, 2, null)).containsExactly(3L, 4L);
        assertThat(s.store().verify(s.session())).as("what verify finds").isNotEmpty();
        assertThat(s.store().verify(s.session()).get(0).message()).contains("2");
    }

    @Test
    @Rule({"RD-2", "I10"})
    default void readsThatRaceAClearSeeOneLifetimeOrFail() {
        for (int round = 0; round < 20; round++) {
            Scene s = scene();
            String session = s.another();
            s.store().append(AppendRequest.of(session, event("a"), event("b"), event("c")));

            List<Object> seen = Together.run(
                    3,
                    i -> i == 0
                            ? () -> s.store().clear(ClearRequest.of(session))
                            : () -> {
                                try {
                                    return s.store().read(session, 0, null).stream()
                                            .map(Event::index)
                                            .toList();
                                } catch (StoreException e) {
                                    assertThat(e.code()).as(e.getMessage()).isEqualTo(STORE_UNAVAILABLE);
                                    return "unavailable";
                                }
                            });

            assertThat(seen.subList(1, 3))
                    .allSatisfy(read -> assertThat(read).isIn(List.of(1L, 2L, 3L), List.of(4L), "unavailable"));
        }
    }

    @Test
    @Rule("RD-3")
    default void tailIsOnePageOrNothing() {
        Scene s = scene();
        s.appendMany("e", "t", 300);
        int page = EventLog.PAGE;

        assertThat(tail(s, 300 - page + 1, null))
                .hasValueSatisfying(events -> assertThat(events).hasSize(page));
        assertThat(tail(s, 300 - page, null)).isEmpty();
        assertThat(tail(s, 1, null)).isEmpty();
        assertThat(tail(s, 1, (long) page))
                .hasValueSatisfying(events -> assertThat(events).hasSize(page));
        assertThat(tail(s, 1, page + 1L)).isEmpty();
        assertThat(tail(s, 299, null)).contains(List.of(299L, 300L));
        assertThat(tail(s, 299, 299L)).contains(List.of(299L));
        assertThat(tail(s, 300, 999L)).contains(List.of(300L));
        assertThat(tail(s, 301, null)).contains(List.of());
        assertThat(tail(s, 999, null)).contains(List.of());
        assertThat(tail(s, 299, 200L)).contains(List.of());
    }

    @Test
    @Rule("RD-3")
    default void tailFromBelowTheMarkerIsNothing() {
        Scene s = scene();
        s.append(event("a"), event("b"));
        s.clear();
        s.append(event("c"));

        for (int i = 0; i < 2; i++) {
            assertThat(tail(s, 1, null)).isEmpty();
            assertThat(tail(s, 2, null)).isEmpty();
            assertThat(tail(s, 3, null)).contains(List.of(3L, 4L));
            assertThat(tail(s, 4, null)).contains(List.of(4L));
            s.reclaimAll();
        }
    }

    @Test
    @Rule({"RD-3", "RD-4"})
    default void tailAndPagesHaveNoCauses() {
        Scene s = scene();
        s.append(event("a").to(each("w")));
        s.completed(s.claimOne(), event("b"));

        assertThat(s.store().readTail(s.session(), 1, null).orElseThrow()).allMatch(event -> event.cause() == null);
        assertThat(s.store().readEvents(s.session(), 0)).hasSize(2).allMatch(event -> event.cause() == null);
        assertThat(s.store().readFeedPage(s.session(), 0)).hasSize(2).allMatch(event -> event.cause() == null);
    }

    @Test
    @Rule("RD-4")
    default void livePagesAreBounded() {
        Scene s = scene();
        s.appendMany("e", "t", 1_300);

        assertThat(s.store().readEvents(s.session(), 0)).hasSize(EventLog.PAGE);
        assertThat(s.store().readEvents(s.session(), 100).get(0).index()).isEqualTo(101);
        assertThat(s.store().readEvents(s.session(), 1_200)).hasSize(100);
        assertThat(s.store().readEvents(s.session(), 1_300)).isEmpty();
        assertThat(s.store().readFeedPage(s.session(), 0)).hasSize(EventLog.FEED_PAGE);
        assertThat(s.store().readFeedPage(s.session(), 1_000)).hasSize(300);
        assertThat(s.store().readFeedPage(s.session(), 9_999)).isEmpty();
    }

    @Test
    @Rule("RD-4")
    default void livePagesNeverReachBelowTheMarker() {
        Scene s = scene();
        s.appendMany("e", "t", 400);
        s.clear();
        s.append(event("c"));

        for (int i = 0; i < 2; i++) {
            assertThat(s.store().readEvents(s.session(), 0))
                    .extracting(Event::index)
                    .containsExactly(401L, 402L);
            assertThat(s.store().readEvents(s.session(), 300))
                    .extracting(Event::index)
                    .containsExactly(401L, 402L);
            assertThat(s.store().readFeedPage(s.session(), 0))
                    .extracting(Event::index)
                    .containsExactly(401L, 402L);
            assertThat(s.store().readFeedPage(s.session(), 401))
                    .extracting(Event::index)
                    .containsExactly(402L);
            s.reclaimAll();
        }
    }

    @Test
    @Rule("RD-5")
    default void clearIndexIsTheLatestMarker() {
        Scene s = scene();
        assertThat(s.store().clearIndex(s.session())).isZero();
        s.append(event("a"));
        assertThat(s.store().clearIndex(s.session())).isZero();
        s.clear();
        assertThat(s.store().clearIndex(s.session())).isEqualTo(2);
        s.append(event("b"));
        s.clear();
        assertThat(s.store().clearIndex(s.session())).isEqualTo(4);
        s.reclaimAll();
        assertThat(s.store().clearIndex(s.session())).isEqualTo(4);
    }

    @Test
    @Rule("RD-6")
    default void unknownSessionYieldsNothingAndIsNotCreated() {
        Scene s = scene();
        String id = s.session();

        assertThat(s.store().read(id, 0, null)).isEmpty();
        assertThat(s.store().readHistory(id, 5, 9L)).isEmpty();
        assertThat(s.store().readTail(id, 1, null)).contains(List.of());
        assertThat(s.store().readEvents(id, 0)).isEmpty();
        assertThat(s.store().readFeedPage(id, 3)).isEmpty();
        assertThat(s.store().clearIndex(id)).isZero();
        assertThat(s.store().bounds(id)).isEqualTo(new SessionBounds(id, 0, 0));
        assertThat(s.deadLetters()).isEmpty();
        assertThat(s.cursors()).isEmpty();
        assertThat(s.store().readPresence(id)).isEmpty();
        assertThat(s.store().readState(ReadStateRequest.of(id, "r")).events()).isEmpty();
        assertThat(s.store().readState(ReadStateRequest.of(id, "r")).snapshot()).isNull();
        assertThat(s.store().verify(id)).isEmpty();
        s.isSettled();
        assertThat(s.clear().cleared()).isTrue();
        assertThat(s.reclaimAll()).isZero();

        assertThat(allSessions(s, 100)).extracting(SessionBounds::sessionId).doesNotContain(id);
        assertThat(s.append(event("a")).events().get(0).index()).isEqualTo(1);
    }

    @Test
    @Rule("RD-7")
    default void boundsAreTheFrontierAndTheMarker() {
        Scene s = scene();
        s.append(event("a"), event("b"));
        assertThat(s.store().bounds(s.session())).isEqualTo(new SessionBounds(s.session(), 2, 0));
        s.clear();
        assertThat(s.store().bounds(s.session())).isEqualTo(new SessionBounds(s.session(), 3, 3));
        s.append(event("c"));
        assertThat(s.store().bounds(s.session())).isEqualTo(new SessionBounds(s.session(), 4, 3));
        s.reclaimAll();
        assertThat(s.store().bounds(s.session())).isEqualTo(new SessionBounds(s.session(), 4, 3));
    }

    @Test
    @Rule("RD-7")
    default void boundsAreOfOneMoment() {
        Scene s = scene();

        Together.whileWriting(
                40,
                i -> {
                    s.append(event("a" + i));
                    s.clear();
                },
                () -> {
                    SessionBounds first = s.store().bounds(s.session());
                    SessionBounds second = s.store().bounds(s.session());
                    assertThat(first.frontier() - first.clearIndex())
                            .as("RD-7: events above the marker in %s", first)
                            .isBetween(0L, 1L);
                    assertThat(second.frontier()).isGreaterThanOrEqualTo(first.frontier());
                });
    }

    @Test
    @Rule("RD-8")
    default void sessionsAreListedPageByPage() {
        Scene s = scene();
        List<SessionBounds> expected = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            String id = s.another();
            s.store().append(AppendRequest.of(id, event("a"), event("b")));
            if (i % 2 == 0) {
                s.store().clear(ClearRequest.of(id));
            }
            expected.add(s.store().bounds(id));
        }
        String quote = s.own(s.unique("odd") + "'\"\0\n%_{}");
        s.store().append(AppendRequest.of(quote, event("a")));
        expected.add(new SessionBounds(quote, 1, 0));

        for (int limit : new int[] {1, 3, 1_000}) {
            List<SessionBounds> all = allSessions(s, limit);
            assertThat(all).as("sessions in pages of %s", limit).containsAll(expected);
            assertThat(all).extracting(SessionBounds::sessionId).doesNotHaveDuplicates();
            assertThat(all).extracting(SessionBounds::frontier).allMatch(frontier -> frontier > 0);
        }
    }

    @Test
    @Rule("RD-8")
    default void sessionsAreListedWhileOthersComeIntoBeing() {
        Scene s = scene();
        List<String> known = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            String id = s.another();
            known.add(id);
            s.store().append(AppendRequest.of(id, event("a")));
        }
        List<String> fresh = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            fresh.add(s.another());
        }

        List<Callable<List<String>>> calls = List.of(
                () -> {
                    fresh.forEach(id -> s.store().append(AppendRequest.of(id, event("a"))));
                    return List.of();
                },
                () -> allSessions(s, 2).stream().map(SessionBounds::sessionId).toList());
        List<String> seen = Together.run(2, calls::get).get(1);

        assertThat(seen).containsAll(known).doesNotHaveDuplicates();
    }

    private static List<SessionBounds> allSessions(Scene s, int limit) {
        List<SessionBounds> all = new ArrayList<>();
        @Nullable String from = null;
        Together.Rounds pages = new Together.Rounds("listing sessions page by page", 100_000);
        do {
            SessionPage page = s.store().sessions(from, limit);
            assertThat(page.sessions()).as("one page of sessions").hasSizeLessThanOrEqualTo(limit);
            all.addAll(page.sessions());
            from = page.next();
        } while (from != null && pages.another());
        return all;
    }

    private static List<Long> read(Scene s, long after, @Nullable Long through) {
        return s.store().read(s.session(), after, through).stream()
                .map(Event::index)
                .toList();
    }

    private static Optional<List<Long>> tail(Scene s, long from, @Nullable Long through) {
        return s.store()
                .readTail(s.session(), from, through)
                .map(events -> events.stream().map(Event::index).toList());
    }
}
