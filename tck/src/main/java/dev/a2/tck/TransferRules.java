package dev.a2.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.a2.codec.Json;
import dev.a2.replay.ReplayReport;
import dev.a2.replay.Replayer;
import dev.a2.replay.Trace;
import dev.a2.store.AppendRequest;
import dev.a2.store.AppendResult;
import dev.a2.store.ClaimResult;
import dev.a2.store.ClearRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
import dev.a2.store.ErrorCode;
import dev.a2.store.FailRequest;
import dev.a2.store.Head;
import dev.a2.store.NewEvent;
import dev.a2.store.ReadStateRequest;
import dev.a2.store.RedriveRequest;
import dev.a2.store.SessionPart;
import dev.a2.store.SessionParts;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.StoreException;
import dev.a2.store.Subscription;
import dev.a2.store.TakeWorkRequest;
import dev.a2.store.Target;
import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import dev.a2.store.WorkMark;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** TRF: whole sessions, out of one store and into another. Each test has a storage to move from and one to move to. */
public interface TransferRules {
    /** Where the stores come from. */
    StoreFixture fixture();

    /** The golden vectors again, but halfway everything moves into another storage, and nobody notices. */
    @TestFactory
    @Tag("vectors")
    default Stream<DynamicTest> goldenVectorsThatMoveHouse() {
        return Stream.of("named", "random")
                .flatMap(Vectors::in)
                .map(file -> DynamicTest.dynamicTest(file, () -> {
                    Trace trace = Vectors.trace(file);
                    try (MovingStores stores = new MovingStores(fixture(), trace.size() / 2)) {
                        ReplayReport report = new Replayer(stores::open).replay(trace);
                        report.difference().ifPresent(difference -> fail("after moving: " + difference));
                        stores.moveOnceMore();
                    }
                }));
    }

    @Test
    @Rule("TRF-1")
    default void aSessionWithoutEventsGivesNothing() {
        try (Houses houses = new Houses(fixture())) {
            List<SessionPart> parts = Houses.export(houses.from, "nobody");

            assertThat(parts).isEmpty();
            assertThat(houses.from.sessions(null, 10).sessions()).isEmpty();
        }
    }

    @Test
    @Rule("TRF-1")
    default void whatHappensDuringAnExportIsNotInIt() {
        try (Houses houses = new Houses(fixture())) {
            houses.furnish("s");
            List<SessionPart> before = Houses.export(houses.from, "s");

            List<SessionPart> parts = new ArrayList<>();
            houses.from.exportSession("s", part -> {
                if (parts.isEmpty()) {
                    houses.from.append(
                            AppendRequest.of("s", Houses.event("late").to(Target.each("late"))));
                    houses.from.claimAvailable(houses.claim("s", "late"));
                }
                parts.add(part);
            });

            assertThat(parts).isEqualTo(before);
        }
    }

    @Test
    @Rule({"TRF-2", "TRF-6"})
    default void nothingChangesOnTheWay() {
        try (Houses houses = new Houses(fixture())) {
            houses.furnish("s");

            houses.move("s");

            assertThat(Houses.export(houses.to, "s")).isEqualTo(Houses.export(houses.from, "s"));
            assertThat(houses.to.read("s", 0, null)).isEqualTo(houses.from.read("s", 0, null));
            assertThat(houses.to.cursors("s")).isEqualTo(houses.from.cursors("s"));
            for (long cap = 1; cap <= houses.from.bounds("s").frontier(); cap++) {
                ReadStateRequest request = ReadStateRequest.of("s", "r").snapshotThrough(cap);
                assertThat(houses.to.readState(request)).isEqualTo(houses.from.readState(request));
            }
            assertThat(houses.to.verify("s")).isEmpty();
        }
    }

    @Test
    @Rule("TRF-3")
    default void partsComeInTheSettledOrder() {
        try (Houses houses = new Houses(fixture())) {
            houses.furnish("s");
            houses.from.append(AppendRequest.of(
                    "s",
                    Houses.event("odd")
                            .to(
                                    Target.lane("o", "\ud83d\ude00"),
                                    Target.lane("o", "\uffff"),
                                    Target.each("\ud83d\ude00"),
                                    Target.each("\uffff"))));

            List<SessionPart> parts = Houses.export(houses.from, "s");

            assertThat(parts).extracting(TransferRules::rank).isSorted();
            assertThat(of(parts, SessionPart.EventPart.class))
                    .extracting(part -> part.event().index())
                    .isSorted();
            assertThat(of(parts, SessionPart.CursorPart.class))
                    .hasSizeGreaterThan(3)
                    .isSortedAccordingTo(SessionParts.CURSORS);
            assertThat(of(parts, SessionPart.HeadPart.class))
                    .hasSizeGreaterThan(3)
                    .isSortedAccordingTo(SessionParts.HEADS);
            assertThat(of(parts, SessionPart.SnapshotPart.class))
                    .hasSizeGreaterThan(1)
                    .isSortedAccordingTo(SessionParts.SNAPSHOTS);
            assertThat(Houses.export(houses.from, "s")).isEqualTo(parts);
        }
    }

    private static int rank(SessionPart part) {
        return switch (part) {
            case SessionPart.Bounds bounds -> 0;
            case SessionPart.EventPart event -> 1;
            case SessionPart.CursorPart cursor -> 2;
            case SessionPart.HeadPart head -> 3;
            case SessionPart.SnapshotPart snapshot -> 4;
        };
    }

    private static <P extends SessionPart> List<P> of(List<SessionPart> parts, Class<P> kind) {
        return parts.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    @Test
    @Rule("TRF-2")
    default void textsAreKeptToTheByte() {
        try (Houses houses = new Houses(fixture())) {
            String session = "\u0000 \"s\" {:}\n\u2028\uD83D\uDE00";
            String payload = " {\"b\" : 1e0, \"a\":\"\\u0041\u2028\", \"b\":1.00}\n";
            NewEvent event = NewEvent.of("\u0007id\uD83D\uDE00", "t\u0000t", Json.of(payload));
            houses.from.append(AppendRequest.of(session, event.to(Target.lane("c\n", ""))));
            houses.from.putSnapshots(session, "r'", List.of(new SnapshotWrite(1, Json.of(payload), Set.of())));

            houses.move(session);

            assertThat(Houses.export(houses.to, session)).isEqualTo(Houses.export(houses.from, session));
            assertThat(houses.to.read(session, 0, null).get(0).payload().text()).isEqualTo(payload);
        }
    }

    @Test
    @Rule("TRF-2")
    default void whatLiesBelowTheMarkerStaysBehind() {
        try (Houses houses = new Houses(fixture())) {
            houses.furnish("s");
            houses.from.clear(ClearRequest.of("s"));
            houses.from.append(AppendRequest.of("s", Houses.event("a")));

            houses.move("s");

            assertThat(houses.to.bounds("s")).isEqualTo(houses.from.bounds("s"));
            assertThat(Houses.export(houses.to, "s")).isEqualTo(Houses.export(houses.from, "s"));
            assertThat(houses.to.reclaim("s").deleted()).isZero();
            assertThat(houses.to
                            .append(AppendRequest.of("s", Houses.event("e1")))
                            .events())
                    .as("an id that was used below the marker is free")
                    .hasSize(1);
        }
    }

    @Test
    @Rule({"TRF-2", "CLR-7"})
    default void theIdOfACollapsedMarkerStaysFree() {
        try (Houses houses = new Houses(fixture())) {
            houses.furnish("s");
            houses.from.clear(ClearRequest.of("s"));
            while (!houses.from.reclaim("s").done()) {}
            String markerId = houses.from.read("s", 0, null).get(0).id();

            houses.move("s");

            assertThat(Houses.export(houses.to, "s")).isEqualTo(Houses.export(houses.from, "s"));
            assertThat(houses.to
                            .append(AppendRequest.of("s", Houses.event(markerId)))
                            .events())
                    .hasSize(1);
        }
    }

    @Test
    @Rule("TRF-2")
    default void manyPagesComeWhole() {
        try (Houses houses = new Houses(fixture())) {
            for (int batch = 0; batch < 5; batch++) {
                List<NewEvent> events = new ArrayList<>();
                for (int i = 0; i < 500; i++) {
                    events.add(Houses.event("e" + batch + "-" + i)
                            .to(Target.lane("lane", "l" + i % 7), Target.each("each")));
                }
                houses.from.append(AppendRequest.of("s", events));
            }
            houses.heads("s", "w")
                    .forEach(head -> houses.from.completeAttempt(CompleteRequest.of("s", head.attempt())));

            houses.move("s");

            assertThat(Houses.export(houses.to, "s")).isEqualTo(Houses.export(houses.from, "s"));
            assertThat(houses.to.verify("s")).isEmpty();
        }
    }

    @Test
    @Rule("TRF-4")
    default void aSessionThatHasEventsIsLeftAlone() {
        try (Houses houses = new Houses(fixture())) {
            houses.furnish("s");
            houses.to.append(AppendRequest.of("s", Houses.event("here")));
            List<SessionPart> before = Houses.export(houses.to, "s");

            refused(() -> houses.move("s"));

            assertThat(Houses.export(houses.to, "s")).isEqualTo(before);
        }
    }

    @Test
    @Rule("TRF-4")
    default void anImportThatBreaksOffLeavesNothing() {
        try (Houses houses = new Houses(fixture())) {
            houses.furnish("s");
            for (int batch = 0; batch < 3; batch++) {
                List<NewEvent> events = new ArrayList<>();
                for (int i = 0; i < 700; i++) {
                    events.add(Houses.event("m" + batch + "-" + i).to(Target.each("each")));
                }
                houses.from.append(AppendRequest.of("s", events));
            }
            List<SessionPart> parts = Houses.export(houses.from, "s");

            for (int given : new int[] {0, 1, 2, 1_500, parts.size() - 1}) {
                assertThatThrownBy(() -> houses.to.importSession("s", breakingOff(parts, given)))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("broken off");
                assertThat(houses.to.bounds("s").frontier()).isZero();
                assertThat(houses.to.sessions(null, 10).sessions()).isEmpty();
                assertThat(houses.to.listWork(null, 10)).isEmpty();
                assertThat(houses.to.cursors("s")).isEmpty();
            }
            houses.move("s");

            assertThat(Houses.export(houses.to, "s")).isEqualTo(parts);
            assertThat(houses.to.verify("s")).isEmpty();
        }
    }

    @Test
    @Rule({"TRF-4", "WRK-1"})
    default void whoeverHasWorkIsFoundAfterAnImport() {
        try (Houses houses = new Houses(fixture())) {
            houses.furnish("s");

            houses.move("s");

            assertThat(houses.to.listWork(null, 100))
                    .extracting(WorkMark::consumer)
                    .contains("free", "held", "lane", "log")
                    .doesNotContain("dead", "done");
            List<WorkMark> taken = new ArrayList<>();
            for (int shard = 0; shard < houses.to.workShards(); shard++) {
                TakeWorkRequest request = new TakeWorkRequest(shard, Set.of("free", "held"), 10, Duration.ofSeconds(1));
                taken.addAll(houses.to.takeWork(request).marks());
            }
            assertThat(taken).extracting(WorkMark::consumer).containsExactly("free");
        }
    }

    @Test
    @Rule("TRF-4")
    default void listenersAreWoken() throws Exception {
        try (Houses houses = new Houses(fixture())) {
            houses.furnish("s");
            CompletableFuture<Wakeup> woken = new CompletableFuture<>();
            CompletableFuture<Boolean> listening = new CompletableFuture<>();

            try (Subscription subscription = houses.to.subscribe("s", new Wakeups.Listener() {
                @Override
                public void onWakeup(Wakeup wakeup) {
                    woken.complete(wakeup);
                }

                @Override
                public void onGap() {
                    listening.complete(true);
                }
            })) {
                assertThat(subscription).isNotNull();
                assertThat(listening.get(10, TimeUnit.SECONDS)).isTrue();
                houses.move("s");

                assertThat(woken.get(10, TimeUnit.SECONDS))
                        .isEqualTo(new Wakeup("s", houses.from.bounds("s").frontier(), List.of()));
            }
        }
    }

    @Test
    @Rule("TRF-5")
    default void anUnsoundSessionIsRefused() {
        try (Houses houses = new Houses(fixture())) {
            houses.furnish("s");
            List<SessionPart> parts = Houses.export(houses.from, "s");

            for (int i = 0; i < parts.size(); i++) {
                if (isNeeded(parts.get(i))) {
                    List<SessionPart> without = new ArrayList<>(parts);
                    without.remove(i);
                    refused(() -> houses.to.importSession("s", without));
                }
                if (i > 0) {
                    List<SessionPart> swapped = new ArrayList<>(parts);
                    Collections.swap(swapped, i - 1, i);
                    refused(() -> houses.to.importSession("s", swapped));
                }
                List<SessionPart> twice = new ArrayList<>(parts);
                twice.add(i, parts.get(i));
                refused(() -> houses.to.importSession("s", twice));
            }
            refused(() -> houses.to.importSession("other", parts));
            refused(() -> houses.to.importSession("s", List.of()));

            assertThat(houses.to.sessions(null, 10).sessions()).isEmpty();
        }
    }

    /** Without its done heads, a session would be another, but a sound one. */
    private static boolean isNeeded(SessionPart part) {
        Predicate<SessionPart.HeadPart> canGo = head -> head.state() == SessionPart.State.DONE
                || head.state() == SessionPart.State.QUEUED
                || head.pins().isEmpty();
        return switch (part) {
            case SessionPart.HeadPart head -> head.kind() != SessionPart.Kind.EVENT && !canGo.test(head);
            case SessionPart.CursorPart cursor -> cursor.head() != null;
            case SessionPart.SnapshotPart snapshot -> snapshot.index() == 1;
            default -> true;
        };
    }

    @Test
    @Rule({"TRF-6", "REN-1", "CMP-5"})
    default void aClaimGoesOn() {
        try (Houses houses = new Houses(fixture())) {
            houses.from.append(AppendRequest.of("s", Houses.event("a").to(Target.each("w"))));
            Head head = houses.heads("s", "holder").get(0);

            houses.move("s");

            assertThat(houses.to.claimAvailable(houses.claim("s", "other")))
                    .isEqualTo(new ClaimResult.Busy(houses.clock.instant().plusSeconds(10)));
            CompleteResult result =
                    houses.to.completeAttempt(CompleteRequest.of("s", head.attempt(), Houses.event("returned")));
            assertThat(result).isInstanceOf(CompleteResult.Completed.class);
        }
    }

    @Test
    @Rule({"TRF-6", "CMP-2"})
    default void aRepeatedCompletionIsStillAnswered() {
        try (Houses houses = new Houses(fixture())) {
            houses.from.append(AppendRequest.of("s", Houses.event("a").to(Target.each("w"))));
            CompleteRequest request =
                    CompleteRequest.of("s", houses.heads("s", "holder").get(0).attempt(), Houses.event("returned"));
            CompleteResult first = houses.from.completeAttempt(request);

            houses.move("s");

            assertThat(houses.to.completeAttempt(request)).isEqualTo(first);
            assertThat(houses.to.bounds("s").frontier()).isEqualTo(2);
        }
    }

    @Test
    @Rule({"TRF-6", "DL-3"})
    default void aDeadLetterCanBeRedriven() {
        try (Houses houses = new Houses(fixture())) {
            houses.from.append(AppendRequest.of("s", Houses.event("a").to(Target.lane("w", "l"))));
            houses.from.append(AppendRequest.of("s", Houses.event("b").to(Target.lane("w", "l"))));
            Head head = houses.heads("s", "holder").get(0);
            houses.from.failAttempt(new FailRequest("s", head.attempt(), "boom", 1, null));

            houses.move("s");

            assertThat(houses.to.deadLetters("s")).isEqualTo(houses.from.deadLetters("s"));
            houses.to.redrive(RedriveRequest.of("s", "w", 1, RedriveRequest.Action.SKIP));
            assertThat(((ClaimResult.Claimed) houses.to.claimAvailable(houses.claim("s", "h")))
                            .heads().stream().map(next -> next.event().id()))
                    .containsExactly("b");
        }
    }

    @Test
    @Rule({"TRF-6", "APP-3"})
    default void aRetriedAppendIsStillAnswered() {
        try (Houses houses = new Houses(fixture())) {
            AppendRequest request = AppendRequest.of("s", Houses.event("a"), Houses.event("b"));
            AppendResult first = houses.from.append(request);

            houses.move("s");

            assertThat(houses.to.append(request).events()).isEqualTo(first.events());
            assertThat(houses.to
                            .append(AppendRequest.of("s", Houses.event("c")))
                            .events()
                            .get(0)
                            .index())
                    .isEqualTo(3);
        }
    }

    @Test
    @Rule("TRF-7")
    default void aClearDoesNotDisturbAnExport() {
        try (Houses houses = new Houses(fixture())) {
            houses.furnish("s");
            List<SessionPart> before = Houses.export(houses.from, "s");

            List<SessionPart> parts = new ArrayList<>();
            houses.from.exportSession("s", part -> {
                if (parts.isEmpty()) {
                    houses.from.clear(ClearRequest.of("s"));
                }
                parts.add(part);
            });

            assertThat(parts).isEqualTo(before);
        }
    }

    @Test
    @Rule("TRF-7")
    default void eventsThatGoAwayFailAnExport() {
        try (Houses houses = new Houses(fixture())) {
            houses.furnish("s");
            List<SessionPart> before = Houses.export(houses.from, "s");

            List<SessionPart> parts = new ArrayList<>();
            try {
                houses.from.exportSession("s", part -> {
                    if (parts.isEmpty()) {
                        houses.from.clear(ClearRequest.of("s"));
                        while (!houses.from.reclaim("s").done()) {}
                    }
                    parts.add(part);
                });
                assertThat(parts).as("a store that read all of it before").isEqualTo(before);
            } catch (StoreException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            }
        }
    }

    private static void refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
    }

    private static Iterable<SessionPart> breakingOff(List<SessionPart> parts, int given) {
        return () -> Stream.concat(parts.stream().limit(given), Stream.<SessionPart>generate(() -> {
                    throw new IllegalStateException("broken off");
                }))
                .iterator();
    }
}
