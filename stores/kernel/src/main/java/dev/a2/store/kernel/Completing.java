package dev.a2.store.kernel;

import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimNext;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
import dev.a2.store.Dispatch;
import dev.a2.store.Event;
import dev.a2.store.Head;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.Served;
import dev.a2.store.StoreException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** CMP: completeAttempt; one call of it. */
final class Completing {
    /** What a completion did, for its wake-up: a replay goes out bare. */
    record Outcome(CompleteResult result, boolean replayed) {}

    private static final Outcome SUPERSEDED = new Outcome(new CompleteResult.Superseded(), false);

    private final SessionRows rows;
    private final CompleteRequest request;
    private final long nowMs;
    private final Have have;
    private final Changes changes = new Changes();

    private Completing(SessionRows rows, CompleteRequest request, Have have) {
        this.rows = rows;
        this.request = request;
        this.have = have;
        this.nowMs = rows.nowMs();
    }

    static Outcome complete(SessionRows rows, CompleteRequest request) {
        Have have = rows.load(need(request));
        SessionRow session = rows.session();
        checkIndex(request.sessionId(), session, request.attempt());
        return request.attempt().index() <= session.marker()
                ? SUPERSEDED
                : new Completing(rows, request, have).complete();
    }

    /** CMP-1, FAIL-1. */
    static void checkIndex(String sessionId, SessionRow session, AttemptRef attempt) {
        if (attempt.index() > session.frontier()) {
            throw StoreException.invalid("index " + attempt.index() + " lies beyond the frontier " + session.frontier()
                    + " of " + Texts.session(sessionId));
        }
    }

    /** What must be known to move an attempt's cursor on. */
    static void needNext(Need need, AttemptRef attempt, @Nullable LogOptions served) {
        LaneKey key = Cursors.keyOf(attempt);
        if (key != null) {
            need.laneWithNext(key).log(key, Need.Log.after(attempt.index(), served));
        }
    }

    private static Need need(CompleteRequest request) {
        AttemptRef attempt = request.attempt();
        Need need = new Need().head(attempt.head());
        needNext(need, attempt, servedLog(request));
        request.events().forEach(event -> need.id(Appending.idOf(event)));
        Cursors.need(need, request.events(), request.consumers());
        if (request.claimNext() != null) {
            need.nextEvents();
        }
        return need;
    }

    private static @Nullable LogOptions servedLog(CompleteRequest request) {
        LaneKey key = Cursors.keyOf(request.attempt());
        return key == null ? null : Cursors.servedLog(request.consumers(), key);
    }

    private Outcome complete() {
        int attempt = request.attempt().attempt();
        HeadRow row = have.head(request.attempt().head(), attempt);
        if (row == null) {
            return SUPERSEDED;
        }
        Completion completion = row.completion();
        if (completion != null) {
            return Objects.equals(completion.attempt(), attempt) ? replayed(row.key(), completion) : SUPERSEDED;
        }
        Dispatch dispatch = row.dispatch();
        boolean current =
                row.state() == HeadState.LIVE && dispatch.attemptCount() == attempt && dispatch.claimHolder() != null;
        if (!current) {
            return SUPERSEDED;
        }
        Replay taken = new Replay(request.sessionId(), rows.session(), have);
        if (taken.anyStored(request.events())) {
            throw taken.different("an id that this completion returns is taken");
        }
        return new Outcome(completed(row), false);
    }

    /** CMP-5. */
    private CompleteResult completed(HeadRow row) {
        SessionRow session = rows.session();
        List<NewEvent> events = request.events().stream()
                .map(event -> event.causedBy(request.attempt()))
                .toList();
        Cursors cursors = new Cursors(session, nowMs, have, changes);
        changes.head(row.done(new Completion(nowMs, request.attempt().attempt(), ids())));
        changes.unpin(row.pins());
        List<Event> batch =
                events.isEmpty() ? List.of() : Appending.write(request.sessionId(), session, events, nowMs, changes);
        cursors.moveOn(row.key(), servedLog(request), batch);
        Appending.give(batch, events, cursors);
        boolean log = row.key().kind() == CursorKind.LOG;
        cursors.wakeLogs(batch, request.consumers(), log ? row.key().cursor() : null);
        Head next = claimNext(cursors.headAfter(row.key()), batch);
        rows.save(changes);
        return new CompleteResult.Completed(batch, next);
    }

    private List<String> ids() {
        return request.events().stream().map(Appending::idOf).toList();
    }

    /** CMP-7: the new head was nobody's before, so it is free unless it is held until later. */
    private @Nullable Head claimNext(@Nullable HeadKey next, List<Event> batch) {
        ClaimNext asked = request.claimNext();
        HeadRow row = asked == null || next == null ? null : changes.changed(next);
        if (asked == null || row == null || row.freeAtMs() > nowMs) {
            return null;
        }
        long expiresMs = asked.expiry().toMs(nowMs);
        HeadRow taken = Claiming.take(row, asked.holder(), asked.maxFailures(), nowMs, expiresMs, changes);
        return Claiming.head(request.sessionId(), taken, eventOf(row.key(), batch));
    }

    private @Nullable Event eventOf(HeadKey head, List<Event> batch) {
        for (Event event : batch) {
            if (event.index() == head.index()) {
                return event;
            }
        }
        return head.kind() == CursorKind.LANE
                ? have.lane(head.cursor()).nextEvent()
                : have.log(head.cursor()).nextEvent();
    }

    /** CMP-2, and CMP-7 for a repeated call. */
    private Outcome replayed(HeadKey key, Completion completion) {
        Replay replay = new Replay(request.sessionId(), rows.session(), have);
        if (!ids().equals(completion.returnedIds())) {
            throw replay.different("the attempt was completed with the ids " + completion.returnedIds());
        }
        List<Event> stored = replay.stored(rows, request.events(), request.attempt());
        return new Outcome(new CompleteResult.Completed(stored, stillHeld(key, completion)), true);
    }

    /**
     * The head that the first call claimed, if that claim lasts. What was claimed is not written down; it is the head right
     * behind the done one, claimed for the first time when the completion was written.
     */
    private @Nullable Head stillHeld(HeadKey done, Completion completion) {
        ClaimNext asked = request.claimNext();
        CursorRow cursor = done.kind() == CursorKind.LANE
                ? have.lane(done.cursor()).cursor()
                : have.log(done.cursor()).cursor();
        if (asked == null || cursor == null || cursor.position() != done.index()) {
            return null;
        }
        Instant completedAt = Instant.ofEpochMilli(completion.atMs());
        ClaimScan mine = new ClaimScan(Served.named(done.consumer()), Long.MAX_VALUE, 0, 0, asked.holder());
        for (ClaimScan.Row row : rows.scan(mine).mine()) {
            HeadRow head = row.head();
            if (head.key().kind() == done.kind()
                    && head.key().lane().equals(done.lane())
                    && head.dispatch().attemptCount() == 1
                    && completedAt.equals(head.dispatch().firstClaimedAt())) {
                return Claiming.head(request.sessionId(), head, row.event());
            }
        }
        return null;
    }
}
