package dev.a2.store.kernel;

import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimNext;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
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

/** CMP: completeAttempt. */
final class Completing {
    /** What a completion did, for its wake-up: a replay goes out bare. */
    record Outcome(CompleteResult result, boolean replayed) {}

    private static final Outcome SUPERSEDED = new Outcome(new CompleteResult.Superseded(), false);

    private Completing() {}

    static Outcome complete(SessionRows rows, CompleteRequest request, long nowMs) {
        AttemptRef attempt = request.attempt();
        SessionRow session = rows.session();
        checkIndex(request.sessionId(), session, attempt);
        if (attempt.index() <= session.marker()) {
            return SUPERSEDED;
        }
        Have have = rows.load(need(request));
        HeadRow row = have.head(attempt.head(), attempt.attempt());
        if (row == null) {
            return SUPERSEDED;
        }
        Completion completion = row.completion();
        if (completion != null) {
            return Objects.equals(completion.attempt(), attempt.attempt())
                    ? replayed(rows, request, have, row, completion, nowMs)
                    : SUPERSEDED;
        }
        if (row.state() != HeadState.LIVE
                || row.dispatch().attemptCount() != attempt.attempt()
                || row.dispatch().claimHolder() == null) {
            return SUPERSEDED;
        }
        Replay taken = new Replay(request.sessionId(), session, have);
        if (taken.anyStored(request.events())) {
            throw taken.different("an id that this completion returns is taken");
        }
        return new Outcome(write(rows, request, have, row, nowMs), false);
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
        LaneKey key = Cursors.keyOf(attempt);
        needNext(need, attempt, key == null ? null : Cursors.servedLog(request.consumers(), key));
        request.events().forEach(event -> need.id(Appending.idOf(event)));
        Cursors.need(need, request.events(), request.consumers());
        if (request.claimNext() != null) {
            need.nextEvents();
        }
        return need;
    }

    /** CMP-5. */
    private static CompleteResult write(SessionRows rows, CompleteRequest request, Have have, HeadRow row, long nowMs) {
        SessionRow session = rows.session();
        List<NewEvent> events = request.events().stream()
                .map(event -> event.causedBy(request.attempt()))
                .toList();
        Changes changes = new Changes();
        Cursors cursors = new Cursors(session, nowMs, have, changes);
        changes.head(row.done(new Completion(
                nowMs,
                request.attempt().attempt(),
                events.stream().map(Appending::idOf).toList())));
        changes.unpin(row.pins());
        List<Event> batch =
                events.isEmpty() ? List.of() : Appending.write(request.sessionId(), session, events, nowMs, changes);
        LaneKey key = Cursors.keyOf(request.attempt());
        LogOptions served = key == null ? null : Cursors.servedLog(request.consumers(), key);
        cursors.moveOn(row.key(), served, batch);
        Appending.give(batch, events, cursors);
        cursors.wakeLogs(batch, request.consumers(), row.key().kind() == CursorKind.LOG ? key : null);
        HeadKey next = cursors.headAfter(row.key());
        Head claimed = null;
        if (request.claimNext() != null && next != null) {
            claimed = claimNext(request, request.claimNext(), next, have, batch, changes, nowMs);
        }
        rows.save(changes);
        return new CompleteResult.Completed(batch, claimed);
    }

    /** CMP-7: the new head was nobody's before, so it is free. */
    private static @Nullable Head claimNext(
            CompleteRequest request,
            ClaimNext claim,
            HeadKey next,
            Have have,
            List<Event> batch,
            Changes changes,
            long nowMs) {
        HeadRow row = changes.changed(next);
        if (row == null || row.freeAtMs() > nowMs) {
            return null;
        }
        long expiresMs = claim.expiry().toMs(nowMs);
        HeadRow taken = Claiming.take(row, claim.holder(), claim.maxFailures(), nowMs, expiresMs, changes);
        return Claiming.head(request.sessionId(), taken, eventOf(next, have, batch));
    }

    private static @Nullable Event eventOf(HeadKey head, Have have, List<Event> batch) {
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
    private static Outcome replayed(
            SessionRows rows, CompleteRequest request, Have have, HeadRow row, Completion completion, long nowMs) {
        List<String> ids = request.events().stream().map(Appending::idOf).toList();
        Replay replay = new Replay(request.sessionId(), rows.session(), have);
        if (!ids.equals(completion.returnedIds())) {
            throw replay.different("the attempt was completed with the ids " + completion.returnedIds());
        }
        List<Event> stored = replay.stored(rows, request.events(), request.attempt());
        ClaimNext asked = request.claimNext();
        Head next = asked == null ? null : stillHeld(rows, request, have, row.done(completion), nowMs);
        return new Outcome(new CompleteResult.Completed(stored, next), true);
    }

    /**
     * The head that the first call claimed, if that claim lasts. What was claimed is not written down; it is the head right
     * behind the done one, claimed for the first time when the completion was written.
     */
    private static @Nullable Head stillHeld(
            SessionRows rows, CompleteRequest request, Have have, HeadRow done, long nowMs) {
        HeadKey key = done.key();
        CursorRow cursor = key.kind() == CursorKind.LANE
                ? have.lane(key.cursor()).cursor()
                : have.log(key.cursor()).cursor();
        ClaimNext asked = request.claimNext();
        Completion completion = done.completion();
        if (asked == null || completion == null || cursor == null || cursor.position() != key.index()) {
            return null;
        }
        Instant completedAt = Instant.ofEpochMilli(completion.atMs());
        ClaimScan mine = new ClaimScan(Served.named(key.consumer()), nowMs, Long.MAX_VALUE, 0, 0, asked.holder());
        for (ClaimScan.Row row : rows.scan(mine).mine()) {
            HeadRow head = row.head();
            if (head.key().kind() == key.kind()
                    && head.key().lane().equals(key.lane())
                    && head.dispatch().attemptCount() == 1
                    && completedAt.equals(head.dispatch().firstClaimedAt())) {
                return Claiming.head(request.sessionId(), head, row.event());
            }
        }
        return null;
    }
}
