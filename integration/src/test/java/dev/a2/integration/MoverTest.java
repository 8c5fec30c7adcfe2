package dev.a2.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.ClearRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
import dev.a2.store.Event;
import dev.a2.store.FailRequest;
import dev.a2.store.Head;
import dev.a2.store.IdSource;
import dev.a2.store.Limits;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionPart;
import dev.a2.store.SessionPart.HeadPart;
import dev.a2.store.SessionPart.State;
import dev.a2.store.SessionStore;
import dev.a2.store.Target;
import dev.a2.store.When;
import dev.a2.store.memory.MemoryStorage;
import dev.a2.store.memory.MemoryStore;
import dev.a2.transfer.MoveException;
import dev.a2.transfer.MoveIds;
import dev.a2.transfer.MoveOptions;
import dev.a2.transfer.Mover;
import dev.a2.transfer.Mover.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A session moves from one store to another, whatever happens meanwhile. */
@Timeout(60)
class MoverTest {
    private static final String S = "order \u0000\n17";
    private static final MoveOptions AT_ONCE = MoveOptions.DEFAULTS.patience(Duration.ZERO);

    @TempDir
    Path temporary;

    private final MoveIds ids = new MoveIds();
    private final MemoryStorage storage = new MemoryStorage();
    private final SessionStore from =
            MemoryStore.open(storage, MemoryStore.Options.defaults().ids(ids));
    /** The same, as another program sees it. */
    private final SessionStore elsewhere = MemoryStore.open(storage, MemoryStore.Options.defaults());

    private final SessionStore to = MemoryStore.open();

    private static NewEvent event(String id, Target... targets) {
        return NewEvent.of(id, "t", Json.of("{\"n\" : 1.0}")).to(targets);
    }

    private static List<Head> claim(SessionStore store, String holder, Duration lease, String... consumers) {
        Served served = consumers.length == 0 ? Served.ALL : Served.named(consumers);
        ClaimResult result = store.claimAvailable(
                ClaimRequest.of(S, holder, When.after(lease)).serving(served));
        return result instanceof ClaimResult.Claimed claimed ? claimed.heads() : List.of();
    }

    /** Three events in a second lifetime; one head done, one dead, one queued, one idle log, and one that is free. */
    private void furnish() {
        from.append(AppendRequest.of(S, event("before"), event("before2", Target.each("gone"))));
        from.clear(ClearRequest.of(S));
        ServedConsumer log = ServedConsumer.log("audit", new LogOptions("", null, true));
        from.append(AppendRequest.of(
                        S,
                        event("e1", Target.each("done"), Target.each("dead"), Target.lane("lane", "a")),
                        event("e2", Target.lane("lane", "a"), Target.each("free")))
                .serving(Served.of(log)));
        Head done = claim(from, "w", Duration.ofMinutes(1), "done").get(0);
        from.completeAttempt(CompleteRequest.of(S, done.attempt(), event("r1")));
        Head dead = claim(from, "w", Duration.ofMinutes(1), "dead").get(0);
        from.failAttempt(new FailRequest(S, dead.attempt(), "boom", 1, null));
    }

    private Mover mover(SessionStore from, SessionStore to, MoveOptions options) {
        return Mover.open(new Mover.Source(from, ids), to, temporary.resolve("way"), "from a to b", options);
    }

    private Outcome move(MoveOptions options) {
        try (Mover mover = mover(from, to, options)) {
            return mover.move(S);
        }
    }

    private static List<SessionPart> export(SessionStore store) {
        List<SessionPart> parts = new ArrayList<>();
        store.exportSession(S, parts::add);
        return parts;
    }

    /** Nothing is left but the marker. */
    private void isGoneFrom(SessionStore store) {
        SessionBounds bounds = store.bounds(S);
        assertThat(bounds.frontier()).isEqualTo(bounds.clearIndex());
        assertThat(store.cursors(S))
                .allSatisfy(cursor -> assertThat(cursor.head()).isNull());
        assertThat(store.reclaim(S).deleted()).isZero();
        assertThat(store.verify(S)).isEmpty();
    }

    private void isWholeAtTheTarget(List<Event> events) {
        assertThat(to.read(S, 0, null)).isEqualTo(events);
        assertThat(to.deadLetters(S)).extracting(Head::consumer).containsExactly("dead");
        assertThat(claim(to, "x", Duration.ofMinutes(1)))
                .extracting(Head::consumer)
                .containsExactly("audit", "lane", "free");
        assertThat(to.verify(S)).isEmpty();
        isGoneFrom(from);
    }

    @Test
    void aSessionGoesOnWhereItWent() {
        furnish();
        List<Event> events = from.read(S, 0, null);

        Outcome outcome = move(AT_ONCE);

        assertThat(outcome).isEqualTo(Outcome.MOVED);
        isWholeAtTheTarget(events);
        assertThat(temporary.resolve("way")).doesNotExist();
        assertThat(move(AT_ONCE)).isEqualTo(Outcome.MOVED_BEFORE);
    }

    @Test
    void aMoveThatIsCutOffAnywhereIsEndedByTheNext() throws IOException {
        boolean wasWhole = false;
        int cuts = 0;
        while (!wasWhole) {
            MoverTest again = new MoverTest();
            again.temporary = temporary.resolve("" + cuts);
            wasWhole = again.isCutAfter(++cuts);
        }
        assertThat(cuts).isGreaterThan(20);
    }

    private boolean isCutAfter(int halfCalls) throws IOException {
        furnish();
        List<Event> events = from.read(S, 0, null);
        CutStore cut = new CutStore(halfCalls);
        // A killed program only loses the lock of its folder; this keeps the mover from tidying up.
        Path debris = Files.createDirectories(temporary.resolve("way")).resolve("debris");
        Files.createFile(debris);
        try (Mover killed = mover(cut.of(from), cut.of(to), AT_ONCE)) {
            killed.move(S);
            assertThat(cut.isWhole()).isTrue();
        } catch (CutStore.Cut e) {
            assertThat(cut.isWhole()).isFalse();
        }
        Files.delete(debris);

        Outcome outcome = move(AT_ONCE);

        assertThat(outcome).as("cut at %d", halfCalls).isIn(Outcome.MOVED, Outcome.MOVED_BEFORE);
        isWholeAtTheTarget(events);
        assertThat(temporary.resolve("way")).doesNotExist();
        return cut.isWhole();
    }

    @Test
    void anAppendThatComesInBetweenMovesToo() {
        furnish();
        CutStore late = new CutStore(Integer.MAX_VALUE)
                .before("clear", () -> from.append(AppendRequest.of(S, event("late", Target.each("free")))));

        try (Mover mover = mover(late.of(from), to, MoveOptions.DEFAULTS)) {
            assertThat(mover.move(S)).isEqualTo(Outcome.MOVED);
        }

        assertThat(to.read(S, 0, null)).extracting(Event::id).endsWith("e1", "e2", "r1", "late");
        isGoneFrom(from);
    }

    @Test
    void aClearThatComesInBetweenIsNotUndone() {
        furnish();
        CutStore late = new CutStore(Integer.MAX_VALUE).before("clear", () -> elsewhere.clear(ClearRequest.of(S)));

        try (Mover mover = mover(late.of(from), to, MoveOptions.DEFAULTS)) {
            assertThat(mover.move(S)).isEqualTo(Outcome.MOVED);
        }

        assertThat(to.bounds(S).clearIndex()).isEqualTo(to.bounds(S).frontier());
        assertThat(to.deadLetters(S)).isEmpty();
        assertThat(move(AT_ONCE)).isEqualTo(Outcome.MOVED_BEFORE);
    }

    @Test
    void whatOthersAreAtStaysUntilTheyAreDone() {
        furnish();
        Head held = claim(from, "worker", Duration.ofMinutes(1), "free").get(0);

        assertThatThrownBy(() -> move(AT_ONCE))
                .isInstanceOf(MoveException.class)
                .hasMessageContaining("stays where it is")
                .hasMessageContaining("\"free\" at event 5, held by \"worker\"");

        assertThat(from.completeAttempt(CompleteRequest.of(S, held.attempt())))
                .isInstanceOf(CompleteResult.Completed.class);
        assertThat(claim(from, "worker", Duration.ofMinutes(1))).hasSize(2);
        assertThat(to.bounds(S).frontier()).isZero();
    }

    @Test
    void whatIsCutOffRunsAgainAtNoFailure() {
        furnish();
        Head held = claim(from, "worker", Duration.ofMinutes(1), "free").get(0);

        move(AT_ONCE.supersede(true));

        assertThat(from.completeAttempt(CompleteRequest.of(S, held.attempt(), event("zombie"))))
                .isInstanceOf(CompleteResult.Superseded.class);
        Head again = claim(to, "other", Duration.ofMinutes(1), "free").get(0);
        assertThat(again.dispatch().attemptCount()).isEqualTo(2);
        assertThat(again.dispatch().failureCount()).isZero();
        isGoneFrom(from);
    }

    @Test
    void aHoldThatIsAboutToEndIsAwaited() {
        from.append(AppendRequest.of(
                S,
                event("soon").to(new Target("soon", null, When.after(Duration.ofMillis(300)))),
                event("later").to(new Target("later", null, When.after(Duration.ofHours(1))))));

        assertThatThrownBy(() -> move(AT_ONCE)).isInstanceOf(MoveException.class);
        move(MoveOptions.DEFAULTS);

        List<SessionPart> parts = export(to);
        assertThat(parts).filteredOn(HeadPart.class::isInstance).hasSize(2).allSatisfy(part -> {
            HeadPart head = (HeadPart) part;
            boolean isHeld = head.head().consumer().equals("later");
            assertThat(head.state()).isEqualTo(State.LIVE);
            assertThat(head.dispatch().attemptCount()).isEqualTo(isHeld ? 0 : 1);
            assertThat(head.dispatch().claimExpiresAt() == null).isEqualTo(!isHeld);
        });
    }

    @Test
    void aSessionThatIsThereAlreadyIsLeftAlone() {
        furnish();
        to.append(AppendRequest.of(S, event("mine")));
        List<SessionPart> before = export(from);

        assertThatThrownBy(() -> move(AT_ONCE)).hasMessageContaining("has events already where it should go");

        assertThat(export(from)).isEqualTo(before);
        assertThat(temporary.resolve("way")).doesNotExist();
    }

    @Test
    void oneThatComesIntoBeingThereWhileItIsPackedStays() {
        furnish();
        CutStore late = new CutStore(Integer.MAX_VALUE)
                .before("exportSession", () -> to.append(AppendRequest.of(S, event("early"))));

        try (Mover mover = mover(late.of(from), to, AT_ONCE)) {
            assertThatThrownBy(() -> mover.move(S)).hasMessageContaining("it stays where it is");
        }

        assertThat(from.read(S, 0, null)).extracting(Event::id).endsWith("e1", "e2", "r1");
        assertThat(claim(from, "worker", Duration.ofMinutes(1))).hasSize(3);
    }

    @Test
    void oneThatComesIntoBeingThereTooEarlyLosesNothing() {
        furnish();
        CutStore late = new CutStore(Integer.MAX_VALUE)
                .before("importSession", () -> to.append(AppendRequest.of(S, event("early"))));

        try (Mover mover = mover(from, late.of(to), AT_ONCE)) {
            assertThatThrownBy(() -> mover.move(S)).hasMessageContaining("has events");
        }

        assertThatThrownBy(() -> move(AT_ONCE)).hasMessageContaining("all of it is in ");
        assertThat(temporary.resolve("way")).isDirectoryContaining("glob:**.jsonl");
    }

    @Test
    void ofTwoMoversToTwoPlacesOneGetsIt() {
        from.append(AppendRequest.of(S, event("alone")));
        SessionStore other = MemoryStore.open();
        MoveIds otherIds = new MoveIds();
        SessionStore again =
                MemoryStore.open(storage, MemoryStore.Options.defaults().ids(otherIds));
        CutStore late = new CutStore(Integer.MAX_VALUE).before("clear", () -> {
            try (Mover second = Mover.open(
                    new Mover.Source(again, otherIds), other, temporary.resolve("other way"), "from a to c", AT_ONCE)) {
                second.move(S);
            }
        });

        try (Mover mover = mover(late.of(from), to, AT_ONCE)) {
            assertThatThrownBy(() -> mover.move(S)).isInstanceOf(MoveException.class);
        }

        assertThat(other.read(S, 0, null)).hasSize(1);
        assertThat(to.bounds(S).frontier()).isZero();
    }

    @Test
    void whatIsAppendedTooLateFollows() {
        furnish();
        move(AT_ONCE);
        from.append(AppendRequest.of(
                S,
                event("late1", Target.each("free"), Target.lane("lane", "a")),
                event("late2", Target.lane("lane", "a"))
                        .to(new Target("timer", null, When.at(Instant.parse("2100-01-01T00:00:00Z"))))));

        assertThat(move(AT_ONCE)).isEqualTo(Outcome.FOLLOWED);

        assertThat(to.read(S, 0, null)).extracting(Event::id).endsWith("e1", "e2", "r1", "late1", "late2");
        assertThat(export(to).stream()
                        .filter(part ->
                                part instanceof HeadPart head && head.head().index() > 6)
                        .map(part -> ((HeadPart) part).head().consumer() + " " + ((HeadPart) part).state() + " "
                                + ((HeadPart) part).dispatch().claimExpiresAt()))
                .containsExactly("free LIVE null", "lane QUEUED null", "timer LIVE 2100-01-01T00:00:00Z");
        isGoneFrom(from);
        assertThat(move(AT_ONCE)).isEqualTo(Outcome.MOVED_BEFORE);
    }

    /** Of an event that came after the move. */
    private Head claimedTooLate() {
        furnish();
        move(AT_ONCE);
        from.append(AppendRequest.of(S, event("late", Target.each("free"))));
        return claim(from, "worker", Duration.ofMinutes(1)).get(0);
    }

    @Test
    void whatWasHandledTooLateStays() {
        Head late = claimedTooLate();
        from.completeAttempt(CompleteRequest.of(S, late.attempt()));

        assertThatThrownBy(() -> move(AT_ONCE)).hasMessageContaining("was handled there since; it stays there");

        assertThat(to.read(S, 0, null)).extracting(Event::id).doesNotContain("late");
        assertThat(from.read(S, 0, null)).extracting(Event::id).contains("late");
    }

    @Test
    void whatIsBegunTooLateStays() {
        Head late = claimedTooLate();

        assertThatThrownBy(() -> move(AT_ONCE)).hasMessageContaining("was handled there since; it stays there");

        assertThat(from.completeAttempt(CompleteRequest.of(S, late.attempt())))
                .isInstanceOf(CompleteResult.Completed.class);
        assertThat(to.read(S, 0, null)).extracting(Event::id).doesNotContain("late");
    }

    @Test
    void aLifetimeWithoutEventsKeepsItsPlace() {
        furnish();
        from.clear(ClearRequest.of(S));
        long frontier = from.bounds(S).frontier();

        assertThat(move(AT_ONCE)).isEqualTo(Outcome.MOVED);

        assertThat(to.bounds(S)).isEqualTo(new SessionBounds(S, frontier, frontier));
        assertThat(move(AT_ONCE)).isEqualTo(Outcome.MOVED_BEFORE);
        isGoneFrom(from);
    }

    @Test
    void whatNoOtherStoreTakesStays() {
        SessionStore large =
                MemoryStore.open(MemoryStore.Options.defaults().limits(new Limits(4 << 20, 10, 8 << 20, 1_024)));
        large.append(AppendRequest.of(S, NewEvent.of("big", "t", Json.of('"' + "x".repeat(2 << 20) + '"'))));

        try (Mover mover = mover(large, to, AT_ONCE)) {
            assertThatThrownBy(() -> mover.move(S)).hasMessageContaining("over the limit");
        }

        assertThat(large.read(S, 0, null)).hasSize(1);
        assertThat(to.bounds(S).frontier()).isZero();
    }

    @Test
    void aFolderBelongsToOneRouteAndOneMover() throws Exception {
        furnish();
        try (Mover mover = mover(from, to, AT_ONCE)) {
            assertThatThrownBy(() -> move(AT_ONCE)).hasMessageContaining("another move is at work");
            assertThat(temporary.resolve("way/move")).exists();
            mover.move(S);
        }

        assertThat(temporary).isEmptyDirectory();
        Files.createDirectories(temporary.resolve("way"));
        Files.writeString(temporary.resolve("way/move"), "token\nfrom c to d");
        assertThatThrownBy(() -> move(AT_ONCE)).hasMessageContaining("a move from c to d");
    }

    @Test
    void aSessionWithoutEventsIsNotMoved() {
        assertThatThrownBy(() -> move(AT_ONCE)).hasMessageContaining("has no events");
    }

    @Test
    void otherIdsAreAsEver() {
        IdSource source = new MoveIds();

        assertThat(source.next()).isNotEqualTo(source.next()).hasSize(36);
    }
}
