package dev.a2.tck;

import static dev.a2.tck.Given.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.PresenceEntry;
import dev.a2.store.PresencePatch;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionStore;
import dev.a2.store.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** PRS: presence. */
public interface PresenceRules extends StoreRules {
    /** Long enough that a server's own expiry, in real time, stays out of the way. */
    Duration TTL = Duration.ofMinutes(5);

    @Test
    @Rule("PRS-1")
    default void newerStampWinsAndOlderLoses() {
        Scene s = scene();
        Instant at = s.now();
        set(s, at, "f", "1");

        assertThat(set(s, at.minusMillis(1), "f", "2")).isEmpty();
        assertThat(value(s, "f")).isEqualTo("1");
        assertThat(set(s, at.plusMillis(1), "f", "3")).isPresent();
        assertThat(value(s, "f")).isEqualTo("3");
    }

    @Test
    @Rule("PRS-1")
    default void tieGoesToTheIncomingWrite() {
        Scene s = scene();
        set(s, s.now(), "f", "1");

        assertThat(set(s, s.now(), "f", "2")).isPresent();

        assertThat(value(s, "f")).isEqualTo("2");
    }

    @Test
    @Rule({"PRS-1", "PRS-2"})
    default void fieldsAreDecidedOneByOne() {
        Scene s = scene();
        Instant at = s.now();
        set(s, at.plusMillis(10), "a", "1");
        set(s, at.minusMillis(10), "b", "1");

        Optional<PresencePatch> patch = set(s, at, "a", "2", "b", "2", "c", "2");

        assertThat(patch.map(PresencePatch::values)).contains(Map.of("b", Json.of("2"), "c", Json.of("2")));
        assertThat(value(s, "a")).isEqualTo("1");
        assertThat(value(s, "b")).isEqualTo("2");
        assertThat(value(s, "c")).isEqualTo("2");
    }

    @Test
    @Rule("PRS-1")
    default void participantsAndSessionsAreApart() {
        Scene s = scene();
        String other = s.another();
        set(s, s.now(), "f", "1");
        s.store().setPresence(new PresenceUpdate(s.session(), "q", Map.of("f", Json.of("2")), 0, s.in(-9), TTL));
        s.store().setPresence(new PresenceUpdate(other, "p", Map.of("f", Json.of("3")), 0, s.in(-9), TTL));

        assertThat(s.store().readPresence(s.session()))
                .extracting(e -> e.participant() + e.value())
                .containsExactlyInAnyOrder("p1", "q2");
        assertThat(s.store().readPresence(other))
                .extracting(e -> e.value().text())
                .containsExactly("3");
    }

    @Test
    @Rule("PRS-1")
    default void tombstoneHidesTheFieldAndKeepsItsStamp() {
        Scene s = scene();
        Instant at = s.now();
        set(s, at, "f", "1");

        assertThat(set(s, at.plusMillis(10), "f", "null").map(PresencePatch::values))
                .as("a tombstone is applied and published")
                .contains(Map.of("f", Json.NULL));
        assertThat(s.store().readPresence(s.session())).isEmpty();
        assertThat(set(s, at.plusMillis(5), "f", "2"))
                .as("an older write that comes later")
                .isEmpty();
        assertThat(s.store().readPresence(s.session())).isEmpty();
        assertThat(set(s, at.plusMillis(10), "f", "3")).isPresent();
        assertThat(value(s, "f")).isEqualTo("3");
    }

    @Test
    @Rule("PRS-2")
    default void patchTellsWhatWasApplied() {
        Scene s = scene();
        Map<String, Json> values = new LinkedHashMap<>();
        values.put("cursor", Json.of("{ \"x\" : 1.0 }"));
        values.put("gone", Json.NULL);

        Optional<PresencePatch> patch =
                s.store().setPresence(new PresenceUpdate(s.session(), "p", values, 42, s.in(-5), TTL));

        assertThat(patch).contains(new PresencePatch(s.session(), "p", values, 42, s.in(-5)));
        assertThat(s.store().readPresence(s.session()))
                .containsExactly(new PresenceEntry(
                        "p",
                        "cursor",
                        Json.of("{ \"x\" : 1.0 }"),
                        42,
                        s.in(-5),
                        s.now().plus(TTL)));
        assertThat(s.store().setPresence(new PresenceUpdate(s.session(), "p", Map.of(), 43, s.now(), TTL)))
                .isEmpty();
    }

    @Test
    @Rule("PRS-2")
    default void ownEchoIsNeverHeard() {
        Scene s = scene();
        List<PresencePatch> heard = new CopyOnWriteArrayList<>();
        try (Subscription subscription = s.store().subscribePresence(s.session(), heard::add)) {
            set(s, s.now(), "f", "1");
            set(s, s.now(), "f", "2");
            assertThat(value(s, "f")).isEqualTo("2");
        }
        assertThat(heard).isEmpty();
    }

    @Test
    @Rule("PRS-2")
    @Needs(Capability.SHARED_STORAGE)
    default void otherStoresHearWhatWasApplied() {
        Scene s = scene();
        SessionStore second = s.second();
        List<PresencePatch> heard = new CopyOnWriteArrayList<>();
        List<PresencePatch> echo = new CopyOnWriteArrayList<>();
        try (Subscription there = second.subscribePresence(s.session(), heard::add);
                Subscription here = s.store().subscribePresence(s.session(), echo::add)) {
            Instant at = s.now();
            for (int i = 0; heard.isEmpty() && i < 200; i++) {
                at = at.plusMillis(1);
                set(s, at, "probe", "1");
                settle(heard);
            }
            assertThat(heard).as("patches heard by the second store").isNotEmpty();
            heard.clear();
            set(s, at.plusMillis(5), "f", "{ \"x\" : 1 }", "gone", "null");
            set(s, at.plusMillis(1), "f", "2");
            set(s, at.plusMillis(6), "last", "3");

            Together.until(
                    "the last patch is heard",
                    () -> heard.stream().anyMatch(patch -> patch.values().containsKey("last")));
            assertThat(heard)
                    .filteredOn(patch -> !patch.values().containsKey("probe"))
                    .hasSize(2);
            assertThat(heard)
                    .contains(new PresencePatch(
                            s.session(),
                            "p",
                            Map.of("f", Json.of("{ \"x\" : 1 }"), "gone", Json.NULL),
                            7,
                            at.plusMillis(5)));
            assertThat(echo).isEmpty();
        }
    }

    /** Gives a patch a little time to arrive; the caller tries again when it has not. */
    private static void settle(List<PresencePatch> heard) {
        long end = System.nanoTime() + 50_000_000L;
        while (heard.isEmpty() && System.nanoTime() < end) {
            Together.pause();
        }
    }

    @Test
    @Rule("PRS-3")
    default void expiryCountsFromTheStoresClockAtTheWrite() {
        Scene s = scene();
        set(s, s.in(-86_400_000), "old stamp", "1");
        set(s, s.in(86_400_000), "new stamp", "2");

        s.clock().advance(TTL.minusMillis(1));
        assertThat(s.store().readPresence(s.session())).hasSize(2);
        s.advanceMs(1);
        assertThat(s.store().readPresence(s.session())).isEmpty();
    }

    @Test
    @Rule("PRS-3")
    default void everyWriteHasItsOwnExpiry() {
        Scene s = scene();
        set(s, s.now(), "a", "1");
        s.clock().advance(TTL.dividedBy(2));
        set(s, s.now(), "b", "1");
        set(s, s.now(), "c", "1");
        s.clock().advance(TTL.dividedBy(2));

        assertThat(s.store().readPresence(s.session()))
                .extracting(PresenceEntry::field)
                .containsExactlyInAnyOrder("b", "c");
        set(s, s.now(), "b", "2");
        s.clock().advance(TTL.dividedBy(2));
        assertThat(s.store().readPresence(s.session()))
                .extracting(PresenceEntry::field)
                .containsExactly("b");
    }

    @Test
    @Rule({"PRS-3", "PRS-1"})
    default void expiredEntryLosesAgainstAnyWrite() {
        Scene s = scene();
        set(s, s.in(86_400_000), "read", "1");
        set(s, s.in(86_400_000), "unread", "1");
        s.clock().advance(TTL);
        s.store().readPresence(s.another());

        assertThat(set(s, TestClock.START.minusMillis(1), "unread", "2")).isPresent();
        assertThat(s.store().readPresence(s.session()))
                .extracting(PresenceEntry::field)
                .containsExactly("unread");
        assertThat(set(s, TestClock.START.minusMillis(1), "read", "2")).isPresent();
        assertThat(value(s, "read")).isEqualTo("2");
    }

    @Test
    @Rule({"PRS-3", "PRS-1"})
    default void expiredTombstoneIsForgotten() {
        Scene s = scene();
        set(s, s.in(86_400_000), "f", "null");
        s.clock().advance(TTL);

        assertThat(set(s, TestClock.START, "f", "1")).isPresent();

        assertThat(value(s, "f")).isEqualTo("1");
    }

    @Test
    @Rule("PRS-3")
    default void readsAndWritesAtTheMomentOfExpiryLoseNothing() {
        for (int round = 0; round < 20; round++) {
            Scene s = scene();
            s.clock().set(TestClock.START.plus(TTL.multipliedBy(2L * round)));
            set(s, s.now(), "f", "\"old\"");
            s.clock().advance(TTL);

            Together.run(
                    4,
                    i -> () -> i == 0
                            ? set(s, s.now(), "f", "\"new\"").isPresent()
                            : s.store().readPresence(s.session()).size());

            assertThat(value(s, "f"))
                    .as("PRS-3: pruning spares what was written meanwhile")
                    .isEqualTo("\"new\"");
        }
    }

    @Test
    @Rule("PRS-1")
    default void writesAtOnceLeaveTheNewest() {
        Scene s = scene();
        Instant at = s.now();

        Together.run(20, i -> () -> set(s, at.plusMillis(i * 7 % 20), "f", Integer.toString(i * 7 % 20)));

        assertThat(value(s, "f")).isEqualTo("19");
    }

    @Test
    @Rule({"PRS-4", "I2"})
    default void presenceValuesComeBackToTheByte() {
        Scene s = scene();
        for (String json : Odd.JSON) {
            if (Json.of(json).isNull()) {
                continue;
            }
            s.advanceMs(1);
            set(s, s.now(), "f", json);
            assertThat(value(s, "f")).isEqualTo(json);
        }
    }

    @Test
    @Rule({"PRS-1", "RD-6", "CLR-4"})
    default void presenceIsNoEventAndOutlivesAClear() {
        Scene s = scene();
        set(s, s.now(), "f", "1");
        assertThat(s.store().bounds(s.session())).isEqualTo(new SessionBounds(s.session(), 0, 0));
        s.append(event("a"));
        s.clear();
        s.reclaimAll();

        assertThat(value(s, "f")).isEqualTo("1");
    }

    private static Optional<PresencePatch> set(Scene s, Instant at, String... fieldsAndValues) {
        Map<String, Json> values = new LinkedHashMap<>();
        for (int i = 0; i < fieldsAndValues.length; i += 2) {
            values.put(fieldsAndValues[i], Json.of(fieldsAndValues[i + 1]));
        }
        return s.store().setPresence(new PresenceUpdate(s.session(), "p", values, 7, at, TTL));
    }

    private static String value(Scene s, String field) {
        return s.store().readPresence(s.session()).stream()
                .filter(entry -> entry.field().equals(field))
                .map(entry -> entry.value().text())
                .findFirst()
                .orElse("(no value of " + field + ")");
    }
}
