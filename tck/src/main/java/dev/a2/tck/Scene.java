package dev.a2.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.a2.codec.InvalidJsonException;
import dev.a2.codec.Json;
import dev.a2.codec.Strings;
import dev.a2.store.AppendRequest;
import dev.a2.store.AppendResult;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.ClearRequest;
import dev.a2.store.ClearResult;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
import dev.a2.store.Cursor;
import dev.a2.store.Dispatch;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.FailRequest;
import dev.a2.store.FailResult;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import dev.a2.store.NewEvent;
import dev.a2.store.ReclaimResult;
import dev.a2.store.RedriveRequest;
import dev.a2.store.RedriveResult;
import dev.a2.store.Served;
import dev.a2.store.SessionStore;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.StoreException;
import dev.a2.store.When;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/**
 * What one test works with: a store, a session of its own, a clock, and the operations in short. Long, because it has a
 * line or two for each of them.
 */
public final class Scene {
    private final StoreFixture fixture;
    private final StoreFixture.Storage storage;
    private final SessionStore plain;
    private final Calls calls;
    private final SessionStore store;
    private final TestClock clock;
    private final Names names;
    private final String session;
    private final List<String> sessions = new ArrayList<>();
    private final List<SessionStore> opened = new ArrayList<>();
    private boolean damaged;
    private boolean tookWork;

    /** Draws names that no other test on this storage has. */
    @FunctionalInterface
    interface Names {
        String next(String stem);
    }

    Scene(StoreFixture fixture, StoreFixture.Storage storage, SessionStore store, TestClock clock, Names names) {
        this.fixture = fixture;
        this.storage = storage;
        this.plain = store;
        this.calls = new Calls(store);
        this.store = calls.remembered();
        this.clock = clock;
        this.names = names;
        this.session = another();
    }

    // --- the place

    SessionStore store() {
        return store;
    }

    StoreFixture fixture() {
        return fixture;
    }

    TestClock clock() {
        return clock;
    }

    String session() {
        return session;
    }

    /** A further session of this test. */
    String another() {
        return own(names.next("s"));
    }

    /** A session of this test's own naming. */
    String own(String name) {
        sessions.add(name);
        return name;
    }

    /** A name that no other test uses. */
    String unique(String stem) {
        return names.next(stem);
    }

    /** What happened so far, for whoever reads a failure. */
    String story() {
        String last = calls.toString();
        return last.isEmpty()
                ? ""
                : "in session " + Strings.quote(session) + ", at " + now() + "; the last calls:\n" + last;
    }

    /** One more store on the same storage; closed after the test. */
    SessionStore second() {
        SessionStore second = storage.open(clock, () -> names.next("second"));
        opened.add(second);
        return second;
    }

    void loseEvent(long index) {
        damaged = true;
        storage.loseEvent(session, index);
    }

    void loseWorkIndex() {
        damaged = true;
        storage.loseWorkIndex();
    }

    /** The test takes marks, so that they are due later than their heads are free. */
    void takesWork() {
        tookWork = true;
    }

    Instant now() {
        return clock.instant();
    }

    /** The time so many milliseconds from now; before now when negative. */
    Instant in(long ms) {
        return now().plusMillis(ms);
    }

    void advanceMs(long ms) {
        clock.advance(Duration.ofMillis(ms));
    }

    /** Every claim made now with the usual lease lapses. */
    void lapse() {
        clock.advance(Given.LEASE);
    }

    // --- the log

    AppendResult append(NewEvent... events) {
        return store.append(AppendRequest.of(session, events));
    }

    AppendResult append(Served served, NewEvent... events) {
        return store.append(AppendRequest.of(session, events).serving(served));
    }

    AppendRequest batch(NewEvent... events) {
        return AppendRequest.of(session, events);
    }

    /** Appends so many events of one type with ids of a stem and a number. */
    void appendMany(String stem, String type, int count) {
        for (int from = 0; from < count; from += 500) {
            List<NewEvent> part = new ArrayList<>();
            for (int i = from; i < Math.min(count, from + 500); i++) {
                part.add(Given.event(stem + i, type));
            }
            store.append(AppendRequest.of(session, part));
        }
    }

    List<Event> read() {
        return store.read(session, 0, null);
    }

    List<String> readIds() {
        return read().stream().map(Event::id).toList();
    }

    long frontier() {
        return store.bounds(session).frontier();
    }

    ClearResult clear() {
        return store.clear(ClearRequest.of(session));
    }

    /** Reclaims until nothing is left; returns how many events went. */
    int reclaimAll() {
        int deleted = 0;
        for (int calls = 0; calls < 1_000; calls++) {
            ReclaimResult page = store.reclaim(session);
            deleted += page.deleted();
            if (page.done()) {
                return deleted;
            }
        }
        throw new AssertionError("CLR-6: 1,000 calls of reclaim did not come to an end");
    }

    // --- claims

    /** A request for everything free, by a holder with the usual lease. */
    ClaimRequest asking(String holder) {
        return ClaimRequest.of(session, holder, When.after(Given.LEASE));
    }

    ClaimResult claim(String holder) {
        return store.claimAvailable(asking(holder));
    }

    List<Head> claimed() {
        return claimed(asking("h1"));
    }

    List<Head> claimed(String holder) {
        return claimed(asking(holder));
    }

    List<Head> claimed(ClaimRequest request) {
        ClaimResult result = store.claimAvailable(request);
        assertThat(result).as("a claim of session %s", session).isInstanceOf(ClaimResult.Claimed.class);
        return ((ClaimResult.Claimed) result).heads();
    }

    /** The one head that is free. */
    Head claimOne() {
        return claimOne("h1");
    }

    Head claimOne(String holder) {
        List<Head> heads = claimed(holder);
        assertThat(Given.refs(heads)).as("the heads claimed").hasSize(1);
        return heads.get(0);
    }

    /** When a session that is busy becomes free. */
    Instant busyUntil() {
        ClaimResult result = claim("h9");
        assertThat(result).as("a claim of session %s", session).isInstanceOf(ClaimResult.Busy.class);
        return ((ClaimResult.Busy) result).retryAt();
    }

    void isSettled() {
        assertThat(claim("h9")).as("a claim of session %s", session).isInstanceOf(ClaimResult.Settled.class);
    }

    CompleteResult complete(Head head, NewEvent... events) {
        return store.completeAttempt(CompleteRequest.of(session, head.attempt(), events));
    }

    CompleteResult.Completed completed(Head head, NewEvent... events) {
        return completed(CompleteRequest.of(session, head.attempt(), events));
    }

    CompleteResult.Completed completed(CompleteRequest request) {
        CompleteResult result = store.completeAttempt(request);
        assertThat(result)
                .as("completing %s in session %s", request.attempt(), session)
                .isInstanceOf(CompleteResult.Completed.class);
        return (CompleteResult.Completed) result;
    }

    void isSuperseded(CompleteResult result) {
        assertThat(result).as("a completion in session %s", session).isInstanceOf(CompleteResult.Superseded.class);
    }

    FailResult fail(Head head, int maxFailures) {
        return fail(head, maxFailures, null);
    }

    FailResult fail(Head head, int maxFailures, @Nullable When retryAt) {
        return store.failAttempt(new FailRequest(session, head.attempt(), "boom", maxFailures, retryAt));
    }

    /** Makes a claimed head a dead letter. */
    void bury(Head head) {
        assertThat(fail(head, 1).outcome())
                .as("the last failure of %s", Given.ref(head.ref()))
                .isEqualTo(FailResult.Outcome.DEAD_LETTERED);
    }

    RedriveResult redrive(String consumer, long index, RedriveRequest.Action action) {
        return store.redrive(RedriveRequest.of(session, consumer, index, action));
    }

    List<Head> deadLetters() {
        return store.deadLetters(session);
    }

    List<Cursor> cursors() {
        return store.cursors(session);
    }

    /** The cursor of a consumer: of its event at an index (lane null), or of its lane or log. */
    Cursor cursor(String consumer, @Nullable String lane, long index) {
        return cursors().stream()
                .filter(cursor -> cursor.consumer().equals(consumer))
                .filter(cursor -> lane == null
                        ? cursor.lane() == null && Long.valueOf(index).equals(cursor.head())
                        : lane.equals(cursor.lane()))
                .findFirst()
                .orElseThrow(() -> new AssertionError(
                        "CUR-1: no cursor of " + consumer + " at " + index + " lane " + lane + " among " + cursors()));
    }

    Dispatch dispatch(Head head) {
        return cursor(head.consumer(), head.lane(), head.event().index()).dispatch();
    }

    // --- snapshots

    void snapshot(long index, String json, HeadRef... pins) {
        store.putSnapshots(session, "r", List.of(new SnapshotWrite(index, Json.of(json), Set.of(pins))));
    }

    // --- refusals

    /** The call is refused with this code, its message names the session, and nothing that can be read has changed. */
    StoreException refused(ErrorCode code, ThrowingCallable call) {
        List<Object> before = Picture.of(plain, session);
        StoreException error = fails(code, call);
        assertThat(error.getMessage()).as("the message names the session").contains(Strings.quote(session));
        assertThat(Picture.of(plain, session))
                .as("what can be read after a refused call (%s)", code)
                .isEqualTo(before);
        return error;
    }

    /** The call is malformed: refused, by the store or by the request itself, and nothing has changed. */
    void invalid(String what, ThrowingCallable call) {
        List<Object> before = Picture.of(plain, session);
        Throwable error = catchThrowable(call);
        if (error instanceof StoreException refusal) {
            assertThat(refusal.code()).as(what).isEqualTo(ErrorCode.INVALID_ARGUMENT);
            assertThat(refusal.effect()).as(what).isEqualTo(StoreException.Effect.NOT_APPLIED);
        } else if (!(error instanceof InvalidJsonException)) {
            throw new AssertionError(what + " must be refused as INVALID_ARGUMENT, and " + outcome(error), error);
        }
        assertThat(error).as("a message for %s", what).hasMessageMatching("(?s).{10,}");
        assertThat(Picture.of(plain, session))
                .as("what can be read after %s", what)
                .isEqualTo(before);
    }

    /** The call fails with this code. */
    static StoreException fails(ErrorCode code, ThrowingCallable call) {
        Throwable error = catchThrowable(call);
        if (!(error instanceof StoreException refusal)) {
            throw new AssertionError("the call must fail with " + code + ", and " + outcome(error), error);
        }
        assertThat(refusal.code()).as("the code of: %s", refusal.getMessage()).isEqualTo(code);
        return refusal;
    }

    private static String outcome(@Nullable Throwable error) {
        return error == null ? "passed" : "failed with " + error;
    }

    /** The call leaves everything that can be read as it was. */
    void changesNothing(Runnable call) {
        List<Object> before = Picture.of(plain, session);
        call.run();
        assertThat(Picture.of(plain, session))
                .as("what can be read after a call that changes nothing")
                .isEqualTo(before);
    }

    // --- after the test

    /** What holds at every moment, whatever a test did: the store finds nothing wrong, and all work is marked. */
    void checkInvariants() {
        opened.forEach(SessionStore::close);
        if (damaged) {
            return;
        }
        for (String name : sessions) {
            assertThat(plain.verify(name))
                    .as("what verify finds in session %s", name)
                    .isEmpty();
            if (!tookWork) {
                WorkCheck.everyLiveHeadIsMarked(plain, name, now());
            }
        }
    }
}
