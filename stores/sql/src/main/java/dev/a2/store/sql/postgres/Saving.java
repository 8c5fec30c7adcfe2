package dev.a2.store.sql.postgres;

import dev.a2.store.AttemptRef;
import dev.a2.store.Event;
import dev.a2.store.kernel.Changes;
import dev.a2.store.kernel.Completion;
import dev.a2.store.kernel.CursorRow;
import dev.a2.store.kernel.HeadRow;
import dev.a2.store.kernel.SessionRow;
import dev.a2.store.kernel.SnapshotRef;
import dev.a2.store.kernel.SnapshotRow;
import dev.a2.store.sql.jdbc.Mapping;
import dev.a2.store.sql.jdbc.NameLists;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes what an operation decided: one statement for each table that changes, with all its rows. */
final class Saving {
    private final Transaction transaction;
    private final SessionLine session;

    private Saving(Transaction transaction, SessionLine session) {
        this.transaction = transaction;
        this.session = session;
    }

    static void save(Transaction transaction, SessionLine session, Changes changes) {
        Saving saving = new Saving(transaction, session);
        SessionRow moved = changes.session();
        if (moved != null) {
            session.move(moved);
        }
        saving.addEvents(changes.events());
        saving.putHeads(listed(changes.newHeads()));
        saving.putHeads(listed(changes.heads()));
        saving.putCursors(listed(changes.cursors()));
        saving.putSnapshots(changes.snapshots());
        saving.dropSnapshots(changes.droppedSnapshots());
        saving.unpin(changes.unpinned());
        saving.mark(changes.marks());
    }

    private static <R> List<R> listed(Iterable<R> rows) {
        List<R> list = new ArrayList<>();
        rows.forEach(list::add);
        return list;
    }

    private void addEvents(List<Event> events) {
        if (events.isEmpty()) {
            return;
        }
        session.change(Sql.EVENTS_ADD)
                .numbers("event_index", events, Event::index)
                .texts("event_id", events, Event::id)
                .texts("type", events, Event::type)
                .texts("payload", events, event -> event.payload().text())
                .numbers("created_at_ms", events, event -> event.createdAt().toEpochMilli())
                .texts("cause_consumer", events, cause(AttemptRef::consumer))
                .texts("cause_lane", events, cause(AttemptRef::lane))
                .numbers("cause_index", events, cause(AttemptRef::index))
                .numbers("cause_attempt", events, cause(attempt -> (long) attempt.attempt()));
    }

    private static <T> Function<Event, @Nullable T> cause(Function<AttemptRef, @Nullable T> part) {
        return event -> event.cause() == null ? null : part.apply(event.cause());
    }

    private void putHeads(List<HeadRow> heads) {
        if (heads.isEmpty()) {
            return;
        }
        session.change(Sql.HEADS_PUT)
                .set("lifetime", session.marker())
                .numbers("event_index", heads, head -> head.key().index())
                .texts("consumer", heads, head -> head.key().consumer())
                .texts("kind", heads, head -> Mapping.tag(head.key().kind()))
                .texts("lane", heads, head -> head.key().lane())
                .texts("state", heads, head -> head.state().name())
                .numbers("attempt", heads, head -> (long) head.dispatch().attemptCount())
                .numbers(
                        "first_claimed_ms",
                        heads,
                        head -> Mapping.ms(head.dispatch().firstClaimedAt()))
                .numbers(
                        "last_claimed_ms",
                        heads,
                        head -> Mapping.ms(head.dispatch().lastClaimedAt()))
                .texts("claim_holder", heads, head -> head.dispatch().claimHolder())
                .numbers(
                        "claim_expires_ms",
                        heads,
                        head -> Mapping.ms(head.dispatch().claimExpiresAt()))
                .numbers("free_at_ms", heads, HeadRow::freeAtMs)
                .numbers("failure_count", heads, head -> (long) head.dispatch().failureCount())
                .numbers(
                        "last_failed_ms",
                        heads,
                        head -> Mapping.ms(head.dispatch().lastFailedAt()))
                .numbers(
                        "last_failed_attempt",
                        heads,
                        head -> Mapping.number(head.dispatch().lastFailedAttempt()))
                .numbers(
                        "dead_since_ms",
                        heads,
                        head -> Mapping.ms(head.dispatch().failedAt()))
                .numbers("completed_at_ms", heads, completion(Completion::atMs))
                .numbers("completed_attempt", heads, completion(done -> Mapping.number(done.attempt())))
                .texts("returned_ids", heads, completion(done -> NameLists.write(done.returnedIds())))
                .texts("pins", heads, head -> NameLists.writePins(head.pins()))
                .texts("last_error", heads, head -> head.dispatch().lastError());
    }

    private static <T> Function<HeadRow, @Nullable T> completion(Function<Completion, @Nullable T> part) {
        return head -> head.completion() == null ? null : part.apply(head.completion());
    }

    private void putCursors(List<CursorRow> cursors) {
        if (cursors.isEmpty()) {
            return;
        }
        session.change(Sql.CURSORS_PUT)
                .texts("consumer", cursors, cursor -> cursor.key().consumer())
                .texts("kind", cursors, cursor -> Mapping.tag(cursor.kind()))
                .texts("lane", cursors, cursor -> cursor.key().lane())
                .numbers("position", cursors, CursorRow::position)
                .numbers("head", cursors, CursorRow::head)
                .texts("types", cursors, cursor -> cursor.types() == null ? null : NameLists.write(cursor.types()));
    }

    private void putSnapshots(List<SnapshotRow> snapshots) {
        if (snapshots.isEmpty()) {
            return;
        }
        session.change(Sql.SNAPSHOTS_PUT)
                .texts("reducer", snapshots, row -> row.ref().reducer())
                .numbers("event_index", snapshots, row -> row.ref().index())
                .numbers("latest", snapshots, row -> row.latest() ? 1L : 0L)
                .numbers("pins", snapshots, row -> (long) row.pins())
                .texts("state", snapshots, row -> row.state().text());
    }

    private void dropSnapshots(List<SnapshotRef> refs) {
        if (!refs.isEmpty()) {
            named(session.change(Sql.SNAPSHOTS_DROP), refs);
        }
    }

    private static Step named(Step step, Collection<SnapshotRef> refs) {
        return step.texts("reducer", refs, SnapshotRef::reducer).numbers("event_index", refs, SnapshotRef::index);
    }

    /** SNP-5: a snapshot loses a pin each time it is named, and with the last its place in the history. */
    private void unpin(List<SnapshotRef> refs) {
        if (refs.isEmpty()) {
            return;
        }
        Map<SnapshotRef, Long> pins = new LinkedHashMap<>();
        refs.forEach(ref -> pins.merge(ref, 1L, Long::sum));
        named(session.change(Sql.SNAPSHOTS_UNPIN), pins.keySet()).numbers("pins", pins.values(), count -> count);
        named(session.change(Sql.SNAPSHOTS_DROP_UNPINNED), pins.keySet());
    }

    private void mark(Map<String, Long> marks) {
        if (!marks.isEmpty()) {
            transaction
                    .change(Sql.WORK_MARK)
                    .set("session_id", session.id())
                    .texts("consumer", marks.keySet())
                    .numbers("due_ms", marks.values(), due -> due);
        }
    }
}
