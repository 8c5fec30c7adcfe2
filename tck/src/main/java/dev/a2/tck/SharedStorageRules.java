package dev.a2.tck;

import static dev.a2.store.ErrorCode.PARTIAL_DUPLICATE_BATCH;
import static dev.a2.store.ErrorCode.SUPERSEDED_ATTEMPT;
import static dev.a2.store.Target.each;
import static dev.a2.store.Target.lane;
import static dev.a2.tck.Given.event;
import static dev.a2.tck.Given.log;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.ClearRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
import dev.a2.store.Event;
import dev.a2.store.Head;
import dev.a2.store.NewEvent;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.ReadStateRequest;
import dev.a2.store.Served;
import dev.a2.store.SessionStore;
import dev.a2.store.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Two stores opened on one storage, as two processes would be: each sees at once what the other did. */
public interface SharedStorageRules extends StoreRules {
    @Test
    @Rule({"I1", "I4", "RD-1"})
    @Needs(Capability.SHARED_STORAGE)
    default void whatOneStoreWritesTheOtherReads() {
        Scene s = scene();
        SessionStore second = s.second();

        s.append(Served.of(log("g")), event("a", "t", "{ \"x\" : 1 }").to(each("w"), lane("q", "x")));
        second.append(AppendRequest.of(s.session(), event("b").to(lane("q", "x"))));
        s.snapshot(1, "1");

        assertThat(second.read(s.session(), 0, null)).isEqualTo(s.read()).hasSize(2);
        assertThat(Picture.of(second, s.session())).isEqualTo(Picture.of(s.store(), s.session()));
        assertThat(second.readState(ReadStateRequest.of(s.session(), "r")).snapshot())
                .isNotNull();
        second.clear(ClearRequest.of(s.session()));
        assertThat(Picture.of(second, s.session())).isEqualTo(Picture.of(s.store(), s.session()));
        assertThat(s.store().clearIndex(s.session())).isEqualTo(3);
        assertThat(second.reclaim(s.session()).deleted()).isEqualTo(2);
        assertThat(s.store().reclaim(s.session()).deleted()).isZero();
    }

    @Test
    @Rule({"APP-3", "I3"})
    @Needs(Capability.SHARED_STORAGE)
    default void retryThroughTheOtherStoreIsAnswered() {
        Scene s = scene();
        SessionStore second = s.second();
        List<Event> first = s.append(event("a"), event("b")).events();

        s.changesNothing(() -> assertThat(second.append(AppendRequest.of(s.session(), event("a"), event("b")))
                        .events())
                .isEqualTo(first));
        s.refused(PARTIAL_DUPLICATE_BATCH, () -> second.append(AppendRequest.of(s.session(), event("b"), event("c"))));
    }

    @Test
    @Rule({"CLM-2", "I5", "I6"})
    @Needs(Capability.SHARED_STORAGE)
    default void claimOfOneStoreHoldsAgainstTheOther() {
        Scene s = scene();
        SessionStore second = s.second();
        s.append(event("a").to(each("w")));
        Head first = s.claimOne("h1");

        assertThat(second.claimAvailable(s.asking("h2"))).isEqualTo(new ClaimResult.Busy(s.in(1_000)));
        s.lapse();
        Head taken = ((ClaimResult.Claimed) second.claimAvailable(s.asking("h2")))
                .heads()
                .get(0);
        s.refused(SUPERSEDED_ATTEMPT, () -> s.append(event("late").causedBy(first.attempt())));
        s.isSuperseded(s.complete(first));
        CompleteRequest request = CompleteRequest.of(s.session(), taken.attempt(), event("r"));
        CompleteResult done = second.completeAttempt(request);
        s.changesNothing(() -> assertThat(s.store().completeAttempt(request)).isEqualTo(done));
    }

    @Test
    @Rule({"CLM-2", "I5"})
    @Needs(Capability.SHARED_STORAGE)
    default void claimersOnTwoStoresTakeEachHeadOnce() {
        Scene s = scene();
        List<SessionStore> stores = List.of(s.store(), s.second());
        List<NewEvent> batch = new ArrayList<>();
        for (int i = 0; i < 80; i++) {
            batch.add(event("e" + i).to(each("w")));
        }
        s.append(batch.toArray(NewEvent[]::new));

        List<List<Head>> taken = Together.run(6, i -> () -> {
            List<Head> mine = new ArrayList<>();
            Together.Rounds rounds = new Together.Rounds("claiming what is free", 1_000);
            while (stores.get(i % 2).claimAvailable(s.asking("h" + i).limit(3)) instanceof ClaimResult.Claimed claimed
                    && rounds.another()) {
                mine.addAll(claimed.heads());
            }
            return mine;
        });

        List<Head> all = taken.stream().flatMap(List::stream).toList();
        assertThat(all).hasSize(80).extracting(Head::ref).doesNotHaveDuplicates();
        assertThat(all).allMatch(head -> head.dispatch().attemptCount() == 1);
    }

    @Test
    @Rule({"APP-9", "I1", "I3"})
    @Needs(Capability.SHARED_STORAGE)
    default void appendersOnTwoStoresMakeOneDenseLog() {
        Scene s = scene();
        List<SessionStore> stores = List.of(s.store(), s.second());

        Together.run(6, i -> () -> {
            for (int n = 0; n < 10; n++) {
                stores.get(i % 2).append(s.batch(event(i + "-" + n)));
            }
            return i;
        });
        Together.run(6, i -> () -> stores.get(i % 2).append(s.batch(event("one for all"))));

        List<Event> events = s.read();
        assertThat(events).hasSize(61);
        for (int i = 0; i < events.size(); i++) {
            assertThat(events.get(i).index()).isEqualTo(i + 1L);
        }
        Set<String> ids = new HashSet<>(s.readIds());
        assertThat(ids).hasSize(61);
    }

    @Test
    @Rule("APP-14")
    @Needs(Capability.SHARED_STORAGE)
    default void wakeUpsReachTheOtherStore() {
        Scene s = scene();
        SessionStore second = s.second();
        Heard heard = new Heard();
        try (Subscription subscription = second.subscribe(s.session(), heard)) {
            Together.until("listening begins", () -> heard.gaps() >= 1);
            int gaps = heard.gaps();

            s.append(event("a"));

            Together.until("the other store hears of it", () -> !heard.wakeups().isEmpty() || heard.gaps() > gaps);
        }
    }

    @Test
    @Rule("PRS-1")
    @Needs(Capability.SHARED_STORAGE)
    default void presenceIsShared() {
        Scene s = scene();
        SessionStore second = s.second();
        Duration ttl = Duration.ofMinutes(5);
        s.store().setPresence(new PresenceUpdate(s.session(), "p", Map.of("f", Json.of("1")), 0, s.now(), ttl));

        assertThat(second.setPresence(
                        new PresenceUpdate(s.session(), "p", Map.of("f", Json.of("2")), 0, s.in(-1), ttl)))
                .isEmpty();
        assertThat(second.readPresence(s.session()))
                .isEqualTo(s.store().readPresence(s.session()))
                .hasSize(1);
    }

    @Test
    @Rule({"WRK-1", "WRK-2"})
    @Needs(Capability.SHARED_STORAGE)
    default void workIsFoundByTheOtherStore() {
        Scene s = scene();
        SessionStore second = s.second();
        String w = s.unique("w");
        s.append(event("a").to(each(w)));

        assertThat(second.workShards()).isEqualTo(s.store().workShards());
        assertThat(WorkCheck.marks(second, s.session())).hasSize(1);
        second.refreshWork(s.session(), Set.of(w));
        assertThat(WorkCheck.marks(s.store(), s.session())).hasSize(1);
    }

    @Test
    @Rule({"I8", "RD-1"})
    @Needs(Capability.SHARED_STORAGE)
    default void closingOneStoreLeavesItsDataAndTheOther() {
        Scene s = scene();
        SessionStore second = s.second();
        second.append(AppendRequest.of(s.session(), event("a").to(each("w"))));
        second.claimAvailable(s.asking("h1"));
        second.close();
        second.close();

        assertThat(s.readIds()).containsExactly("a");
        s.lapse();
        s.completed(s.claimOne("h2"));
        assertThat(s.second().read(s.session(), 0, null)).isEqualTo(s.read());
    }

    @Test
    @Rule({"WRK-1", "WRK-2"})
    @Needs(Capability.SHARED_STORAGE)
    default void workThatOneStoreGivesIsHintedToTheOther() {
        Scene s = scene();
        AtomicInteger hints = new AtomicInteger();
        try (Subscription subscription = s.second().subscribeWork(hints::incrementAndGet)) {
            AtomicInteger tries = new AtomicInteger();
            // The first may be about what was missed before.
            Together.until("hints about work that another store gives", () -> {
                if (tries.incrementAndGet() % 1_000 == 1) {
                    s.append(event("e" + tries).to(each("w")));
                }
                return hints.get() > 2;
            });
        }
    }
}
