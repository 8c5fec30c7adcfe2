package dev.a2.store.kernel;

import dev.a2.store.Event;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an operation writes, collected so that a store can write it in one go and nothing is half-done. */
public final class Changes {
    private record CursorKey(CursorKind kind, LaneKey key) {}

    private @Nullable SessionRow session;
    private final List<Event> events = new ArrayList<>();
    private final Map<HeadKey, HeadRow> newHeads = new LinkedHashMap<>();
    private final Map<HeadKey, HeadRow> heads = new LinkedHashMap<>();
    private final Map<CursorKey, CursorRow> cursors = new LinkedHashMap<>();
    private final List<SnapshotRow> snapshots = new ArrayList<>();
    private final List<SnapshotRef> droppedSnapshots = new ArrayList<>();
    private final List<SnapshotRef> unpinned = new ArrayList<>();
    private final Map<String, Long> marks = new LinkedHashMap<>();

    void session(SessionRow row) {
        session = row;
    }

    void event(Event event) {
        events.add(event);
    }

    void newHead(HeadRow row) {
        newHeads.put(row.key(), row);
    }

    /** Replaces a row, stored or new. */
    void head(HeadRow row) {
        if (newHeads.containsKey(row.key())) {
            newHeads.put(row.key(), row);
        } else {
            heads.put(row.key(), row);
        }
    }

    void cursor(CursorRow row) {
        cursors.put(new CursorKey(row.kind(), row.key()), row);
    }

    void snapshot(SnapshotRow row) {
        snapshots.add(row);
    }

    void dropSnapshot(SnapshotRef ref) {
        droppedSnapshots.add(ref);
    }

    void unpin(List<SnapshotRef> refs) {
        unpinned.addAll(refs);
    }

    /** WRK-1: the consumer's mark is due no later than this. */
    void mark(String consumer, long dueMs) {
        marks.merge(consumer, dueMs, Math::min);
    }

    /** The session's own row, null if it stays. */
    public @Nullable SessionRow session() {
        return session;
    }

    /** Events to add, each with its id record, which replaces one from below the marker. */
    public List<Event> events() {
        return events;
    }

    /** Head rows to add. */
    public Iterable<HeadRow> newHeads() {
        return newHeads.values();
    }

    /** Head rows to replace. */
    public Iterable<HeadRow> heads() {
        return heads.values();
    }

    /** Cursor rows to add or replace. */
    public Iterable<CursorRow> cursors() {
        return cursors.values();
    }

    /** Snapshot rows to add or replace. */
    public List<SnapshotRow> snapshots() {
        return snapshots;
    }

    /** Snapshot rows to delete. */
    public List<SnapshotRef> droppedSnapshots() {
        return droppedSnapshots;
    }

    /** Snapshots that lose one pin each time they stand here; at none, history is deleted (SNP-5). */
    public List<SnapshotRef> unpinned() {
        return unpinned;
    }

    /** Consumers whose marks must be due no later than the given time, added if missing (WRK-1). */
    public Map<String, Long> marks() {
        return marks;
    }

    @Nullable HeadRow changed(HeadKey key) {
        HeadRow row = newHeads.get(key);
        return row == null ? heads.get(key) : row;
    }
}
