package dev.a2.tck.model;

import dev.a2.store.Dispatch;
import dev.a2.store.Event;
import dev.a2.store.HeadRef;
import dev.a2.store.SessionPart;
import dev.a2.store.SessionParts;
import dev.a2.store.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** A whole session as its parts, and back. */
class NaiveTransfer {
    List<SessionPart> parts(NaiveSession s) {
        if (s.frontier == 0) {
            return List.of();
        }
        List<SessionPart> parts = new ArrayList<>();
        parts.add(new SessionPart.Bounds(s.frontier, s.marker, s.collapsed));
        for (Event event : s.events) {
            parts.add(new SessionPart.EventPart(event));
        }
        parts.addAll(cursors(s));
        parts.addAll(heads(s));
        parts.addAll(snapshots(s));
        return parts;
    }

    private static List<SessionPart.CursorPart> cursors(NaiveSession s) {
        return s.readers.stream()
                .filter(reader -> reader.kind == Reader.Kind.LOG
                        || (reader.kind == Reader.Kind.LANE && (reader.head() != null || reader.position > s.marker)))
                .map(reader -> new SessionPart.CursorPart(
                        kind(reader.kind),
                        reader.consumer,
                        reader.lane == null ? "" : reader.lane,
                        reader.position,
                        reader.head(),
                        reader.types))
                .sorted(SessionParts.CURSORS)
                .toList();
    }

    private static List<SessionPart.HeadPart> heads(NaiveSession s) {
        List<SessionPart.HeadPart> heads = new ArrayList<>();
        for (Row row : s.rows.values()) {
            heads.add(head(row));
        }
        for (Reader reader : s.readers) {
            for (long index : reader.queue) {
                boolean first = index == reader.queue.get(0);
                HeadRef ref = new HeadRef(reader.consumer, reader.lane, index);
                if (!first || s.row(reader.consumer, reader.lane, index) == null) {
                    heads.add(new SessionPart.HeadPart(
                            ref,
                            kind(reader.kind),
                            first ? SessionPart.State.LIVE : SessionPart.State.QUEUED,
                            Dispatch.NONE,
                            List.of(),
                            null));
                }
            }
        }
        heads.sort(SessionParts.HEADS);
        return heads;
    }

    private static SessionPart.HeadPart head(Row row) {
        SessionPart.State state =
                row.done ? SessionPart.State.DONE : row.dead() ? SessionPart.State.DEAD : SessionPart.State.LIVE;
        return new SessionPart.HeadPart(
                new HeadRef(row.consumer, row.lane, row.index),
                kind(row.kind),
                state,
                row.dispatch(),
                row.pins.stream()
                        .map(pin -> new SessionPart.Pin(pin.reducer(), pin.index()))
                        .sorted(SessionParts.PINS)
                        .toList(),
                row.doneAt == null ? null : new SessionPart.Completion(row.doneAt, row.completedBy, row.returnedIds));
    }

    private static List<SessionPart.SnapshotPart> snapshots(NaiveSession s) {
        List<SessionPart.SnapshotPart> snapshots = new ArrayList<>();
        s.latest.forEach((reducer, snapshot) -> snapshots.add(part(reducer, snapshot)));
        s.history.forEach((reducer, kept) -> kept.values().forEach(snapshot -> snapshots.add(part(reducer, snapshot))));
        snapshots.sort(SessionParts.SNAPSHOTS);
        return snapshots;
    }

    private static SessionPart.SnapshotPart part(String reducer, Snapshot snapshot) {
        return new SessionPart.SnapshotPart(reducer, snapshot.index(), snapshot.state());
    }

    private static SessionPart.Kind kind(Reader.Kind kind) {
        return SessionPart.Kind.valueOf(kind.name());
    }

    // --- back

    NaiveSession session(String id, Iterable<? extends SessionPart> parts, SessionParts checks) {
        NaiveSession s = new NaiveSession(id);
        for (SessionPart part : parts) {
            checks.check(part);
            switch (part) {
                case SessionPart.Bounds bounds -> {
                    s.frontier = bounds.frontier();
                    s.marker = bounds.clearIndex();
                    s.collapsed = bounds.collapsed();
                }
                case SessionPart.EventPart event -> s.events.add(event.event());
                case SessionPart.CursorPart cursor -> add(s, cursor);
                case SessionPart.HeadPart head -> add(s, head);
                case SessionPart.SnapshotPart snapshot -> add(s, snapshot);
            }
        }
        checks.end();
        return s;
    }

    private static void add(NaiveSession s, SessionPart.CursorPart part) {
        Reader reader =
                new Reader(Reader.Kind.valueOf(part.kind().name()), part.consumer(), part.lane(), part.position());
        reader.types = part.types();
        if (part.head() != null) {
            reader.queue.add(part.head());
        }
        s.readers.add(reader);
    }

    private static void add(NaiveSession s, SessionPart.HeadPart part) {
        Reader.Kind kind = Reader.Kind.valueOf(part.kind().name());
        HeadRef ref = part.head();
        Reader reader = s.reader(kind, ref.consumer(), ref.lane());
        if (part.state() == SessionPart.State.QUEUED && reader != null) {
            reader.queue.add(ref.index());
            return;
        }
        if (kind == Reader.Kind.EVENT && part.completion() == null) {
            Reader event = new Reader(kind, ref.consumer(), null, ref.index() - 1);
            event.queue.add(ref.index());
            s.readers.add(event);
        }
        Row row = row(part, kind);
        s.rows.put(row.key(), row);
    }

    private static Row row(SessionPart.HeadPart part, Reader.Kind kind) {
        Row row =
                new Row(part.head().consumer(), part.head().lane(), part.head().index());
        Dispatch dispatch = part.dispatch();
        row.kind = kind;
        row.firstClaimedAt = dispatch.firstClaimedAt();
        row.lastClaimedAt = dispatch.lastClaimedAt();
        row.attempts = dispatch.attemptCount();
        row.holder = dispatch.claimHolder();
        row.freeAt = dispatch.claimExpiresAt();
        row.failures = dispatch.failureCount();
        row.lastFailedAt = dispatch.lastFailedAt();
        row.lastFailedAttempt = dispatch.lastFailedAttempt();
        row.lastError = dispatch.lastError();
        row.deadAt = dispatch.failedAt();
        part.pins().forEach(pin -> row.pins.add(new Row.Pin(pin.reducer(), pin.index())));
        SessionPart.Completion completion = part.completion();
        if (completion != null) {
            row.done = true;
            row.doneAt = completion.at();
            row.completedBy = completion.attempt();
            row.returnedIds = completion.returnedIds();
        }
        return row;
    }

    private static void add(NaiveSession s, SessionPart.SnapshotPart part) {
        Snapshot snapshot = new Snapshot(part.index(), part.state());
        Snapshot older = s.latest.put(part.reducer(), snapshot);
        if (older != null) {
            s.history.computeIfAbsent(part.reducer(), name -> new TreeMap<>()).put(older.index(), older);
        }
    }
}
