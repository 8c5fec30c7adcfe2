package dev.a2.store.kernel;

import dev.a2.codec.Json;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.Limits;
import dev.a2.store.SessionPart;
import dev.a2.store.SessionPart.Bounds;
import dev.a2.store.SessionPart.CursorPart;
import dev.a2.store.SessionPart.EventPart;
import dev.a2.store.SessionPart.HeadPart;
import dev.a2.store.SessionPart.SnapshotPart;
import dev.a2.store.SessionParts;
import dev.a2.store.StoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** TRF: exportSession and importSession. */
final class Transferring {
    /** Events read, and pieces written, at a time. */
    private static final int PAGE = 1_000;

    /** Bytes of payloads written at a time. */
    private static final int PAGE_BYTES = 4 << 20;

    private Transferring() {}

    // ---- out

    /** Everything but the events, as of one moment. */
    private record Frame(Bounds bounds, List<CursorPart> cursors, List<HeadPart> heads, List<SnapshotPart> snapshots) {}

    static void export(RowStore rows, String sessionId, Consumer<? super SessionPart> sink) {
        Frame frame = rows.read(sessionId, Transferring::frame);
        if (frame == null) {
            return;
        }
        Bounds bounds = frame.bounds();
        sink.accept(bounds);
        long after = Math.max(1, bounds.clearIndex()) - 1;
        while (after < bounds.frontier()) {
            long from = after;
            // Events that a later clear put below its marker are there until they are reclaimed.
            List<Event> page = rows.read(sessionId, found -> found.events(from, bounds.frontier(), PAGE));
            if (!Reading.isDense(page, after, bounds.frontier(), PAGE)) {
                throw new StoreException(
                        ErrorCode.STORE_UNAVAILABLE,
                        "events after index " + after + " of " + Texts.session(sessionId)
                                + " went away during its export, as by a clear and its reclaim; export again, and if that"
                                + " fails too, run verify");
            }
            page.forEach(event -> sink.accept(new EventPart(event)));
            after += page.size();
        }
        frame.cursors().forEach(sink);
        frame.heads().forEach(sink);
        frame.snapshots().forEach(sink);
    }

    private static @Nullable Frame frame(SessionRows rows) {
        SessionRow session = rows.session();
        if (session.frontier() == 0) {
            return null;
        }
        Contents contents = rows.contents();
        long marker = session.marker();
        boolean collapsed = contents.events().stream()
                .anyMatch(event -> event.index() == marker
                        && !Long.valueOf(marker).equals(contents.ids().get(event.id())));
        List<CursorPart> cursors = contents.cursors().stream()
                .map(cursor -> cursor.above(marker))
                .filter(cursor ->
                        cursor.kind() == CursorKind.LOG || cursor.head() != null || cursor.position() > marker)
                .map(Transferring::part)
                .sorted(SessionParts.CURSORS)
                .toList();
        List<HeadPart> heads = contents.heads().stream()
                .filter(head -> head.key().index() > marker)
                .map(Transferring::part)
                .sorted(SessionParts.HEADS)
                .toList();
        return new Frame(
                new Bounds(session.frontier(), marker, collapsed), cursors, heads, snapshots(rows, contents, marker));
    }

    private static List<SnapshotPart> snapshots(SessionRows rows, Contents contents, long marker) {
        Map<String, Set<Long>> indexes = new TreeMap<>();
        for (SnapshotRow row : contents.snapshots()) {
            if (row.ref().index() >= marker) {
                indexes.computeIfAbsent(row.ref().reducer(), reducer -> new HashSet<>())
                        .add(row.ref().index());
            }
        }
        List<SnapshotPart> snapshots = new ArrayList<>();
        indexes.forEach((reducer, wanted) -> rows.snapshotsAt(reducer, wanted)
                .forEach(
                        row -> snapshots.add(new SnapshotPart(reducer, row.ref().index(), row.state()))));
        snapshots.sort(SessionParts.SNAPSHOTS);
        return snapshots;
    }

    private static CursorPart part(CursorRow row) {
        return new CursorPart(
                kind(row.kind()), row.key().consumer(), row.key().lane(), row.position(), row.head(), row.types());
    }

    private static HeadPart part(HeadRow row) {
        Completion completion = row.completion();
        return new HeadPart(
                row.key().ref(),
                kind(row.key().kind()),
                SessionPart.State.valueOf(row.state().name()),
                row.dispatch(),
                row.pins().stream()
                        .map(ref -> new SessionPart.Pin(ref.reducer(), ref.index()))
                        .sorted(SessionParts.PINS)
                        .toList(),
                completion == null
                        ? null
                        : new SessionPart.Completion(
                                Instant.ofEpochMilli(completion.atMs()),
                                completion.attempt(),
                                completion.returnedIds()));
    }

    private static SessionPart.Kind kind(CursorKind kind) {
        return SessionPart.Kind.valueOf(kind.name());
    }

    // ---- in

    /** Stores the pieces; returns the frontier. */
    static long imported(SessionRows rows, String sessionId, Iterable<? extends SessionPart> parts, Limits limits) {
        SessionRow there = rows.session();
        if (there.frontier() > 0) {
            throw StoreException.invalid(Texts.session(sessionId) + " has events already, through index "
                    + there.frontier() + "; import it into a store that does not have it");
        }
        SessionParts checks = new SessionParts(sessionId, limits);
        Importing importing = new Importing(rows);
        for (SessionPart part : parts) {
            checks.check(part);
            importing.take(part);
        }
        checks.end();
        return importing.end();
    }

    /** Pieces on their way into rows, a page at a time. */
    private static final class Importing {
        private final SessionRows rows;
        private final long nowMs;
        private final Map<SnapshotRef, Integer> pins = new HashMap<>();

        private Changes page = new Changes();
        private int pieces;
        private int bytes;
        private long frontier;
        private boolean collapses;
        private @Nullable SnapshotPart lastSnapshot;

        Importing(SessionRows rows) {
            this.rows = rows;
            this.nowMs = rows.nowMs();
        }

        void take(SessionPart part) {
            switch (part) {
                case Bounds bounds -> {
                    frontier = bounds.frontier();
                    collapses = bounds.collapsed();
                    page.session(new SessionRow(bounds.frontier(), bounds.clearIndex()));
                }
                case EventPart event -> {
                    page.event(event.event());
                    added(event.event().payload());
                    if (collapses) {
                        // The marker, alone so far: its id becomes free here as it did there.
                        collapses = false;
                        save();
                        rows.sweep(true);
                    }
                }
                case CursorPart cursor -> {
                    page.cursor(row(cursor));
                    added(Json.NULL);
                }
                case HeadPart head -> {
                    take(row(head));
                    added(Json.NULL);
                }
                case SnapshotPart snapshot -> {
                    takeSnapshot(snapshot.reducer());
                    lastSnapshot = snapshot;
                }
            }
        }

        private void take(HeadRow row) {
            page.newHead(row);
            row.pins().forEach(ref -> pins.merge(ref, 1, Integer::sum));
            if (row.state() == HeadState.LIVE) {
                page.mark(row.key().consumer(), Math.max(row.freeAtMs(), nowMs));
            }
        }

        /** The last of a reducer's snapshots is its latest, so each waits for the next. */
        private void takeSnapshot(@Nullable String nextReducer) {
            SnapshotPart part = lastSnapshot;
            if (part != null) {
                SnapshotRef ref = new SnapshotRef(part.reducer(), part.index());
                boolean latest = !part.reducer().equals(nextReducer);
                page.snapshot(new SnapshotRow(ref, part.state(), latest, pins.getOrDefault(ref, 0)));
                added(part.state());
            }
        }

        private void added(Json json) {
            pieces++;
            bytes += json.size();
            if (pieces >= PAGE || bytes >= PAGE_BYTES) {
                save();
            }
        }

        private void save() {
            rows.save(page);
            page = new Changes();
            pieces = 0;
            bytes = 0;
        }

        long end() {
            takeSnapshot(null);
            save();
            return frontier;
        }

        private static CursorRow row(CursorPart part) {
            return new CursorRow(
                    CursorKind.valueOf(part.kind().name()),
                    new LaneKey(part.consumer(), part.lane()),
                    part.position(),
                    part.head(),
                    part.types());
        }

        private static HeadRow row(HeadPart part) {
            SessionPart.Completion completion = part.completion();
            String lane = part.head().lane();
            return new HeadRow(
                    new HeadKey(
                            part.head().consumer(),
                            CursorKind.valueOf(part.kind().name()),
                            lane == null ? "" : lane,
                            part.head().index()),
                    HeadState.valueOf(part.state().name()),
                    part.dispatch(),
                    part.pins().stream()
                            .map(pin -> new SnapshotRef(pin.reducer(), pin.index()))
                            .toList(),
                    completion == null
                            ? null
                            : new Completion(
                                    completion.at().toEpochMilli(), completion.attempt(), completion.returnedIds()));
        }
    }
}
