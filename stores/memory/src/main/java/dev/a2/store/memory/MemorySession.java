package dev.a2.store.memory;

import dev.a2.store.Event;
import dev.a2.store.PresenceEntry;
import dev.a2.store.kernel.Changes;
import dev.a2.store.kernel.CursorKind;
import dev.a2.store.kernel.CursorRow;
import dev.a2.store.kernel.HeadKey;
import dev.a2.store.kernel.HeadRow;
import dev.a2.store.kernel.HeadState;
import dev.a2.store.kernel.LaneKey;
import dev.a2.store.kernel.SessionRow;
import dev.a2.store.kernel.SnapshotRef;
import dev.a2.store.kernel.SnapshotRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** One session's rows, guarded by its lock. */
final class MemorySession {
    /** Head rows by index, then by anything that tells them apart. */
    static final Comparator<HeadKey> BY_INDEX = Comparator.comparingLong(HeadKey::index)
            .thenComparing(HeadKey::consumer)
            .thenComparing(HeadKey::kind)
            .thenComparing(HeadKey::lane);

    record PresenceKey(String participant, String field) {}

    final ReentrantLock lock = new ReentrantLock();
    /** Set when the session was found empty and taken out of the map: whoever still has it must look again. */
    boolean gone;

    SessionRow row = SessionRow.NONE;
    final List<Event> events = new ArrayList<>();
    final Map<String, Long> ids = new HashMap<>();
    final Map<String, Indexes> types = new HashMap<>();
    final NavigableMap<HeadKey, HeadRow> heads = new TreeMap<>(BY_INDEX);
    final Map<String, LiveHeads> live = new TreeMap<>();
    final TreeSet<HeadKey> dead = new TreeSet<>(BY_INDEX);
    final Map<LaneKey, TreeSet<Long>> queued = new HashMap<>();
    final Map<LaneKey, CursorRow> lanes = new HashMap<>();
    final Map<LaneKey, CursorRow> logs = new HashMap<>();
    final Map<SnapshotRef, SnapshotRow> snapshots = new HashMap<>();
    final Map<PresenceKey, PresenceEntry> presence = new LinkedHashMap<>();

    boolean isEmpty() {
        return row.frontier() == 0 && presence.isEmpty();
    }

    /** Takes everything back but presence. */
    void forgetEvents() {
        row = SessionRow.NONE;
        events.clear();
        ids.clear();
        types.clear();
        heads.clear();
        live.clear();
        dead.clear();
        queued.clear();
        lanes.clear();
        logs.clear();
        snapshots.clear();
    }

    /** Index of the oldest stored event, one past the frontier if there is none. */
    long oldest() {
        return events.isEmpty() ? row.frontier() + 1 : events.get(0).index();
    }

    List<Event> events(long after, long through, int limit) {
        long first = Math.max(after + 1, oldest());
        long last = Math.min(through, row.frontier());
        if (first > last) {
            return List.of();
        }
        int from = (int) (first - oldest());
        int to = (int) Math.min(from + (long) limit, last - oldest() + 1);
        return List.copyOf(events.subList(from, to));
    }

    @Nullable Event event(long index) {
        List<Event> found = events(index - 1, index, 1);
        return found.isEmpty() ? null : found.get(0);
    }

    CursorRow cursor(CursorRow cursor) {
        (cursor.kind() == CursorKind.LANE ? lanes : logs).put(cursor.key(), cursor);
        return cursor;
    }

    void add(Event event) {
        events.add(event);
        ids.put(event.id(), event.index());
        types.computeIfAbsent(event.type(), type -> new Indexes()).add(event.index());
    }

    /** Adds or replaces a head row and keeps the look-ups by state in step. */
    void put(HeadRow row) {
        HeadRow old = heads.put(row.key(), row);
        if (old != null) {
            unlist(old);
        }
        switch (row.state()) {
            case LIVE ->
                live.computeIfAbsent(row.key().consumer(), name -> new LiveHeads())
                        .add(row);
            case DEAD -> dead.add(row.key());
            case QUEUED ->
                queued.computeIfAbsent(row.key().cursor(), lane -> new TreeSet<>())
                        .add(row.key().index());
            case DONE -> {}
        }
    }

    void remove(HeadKey key) {
        HeadRow old = heads.remove(key);
        if (old != null) {
            unlist(old);
        }
    }

    private void unlist(HeadRow old) {
        HeadKey key = old.key();
        switch (old.state()) {
            case LIVE ->
                live.computeIfPresent(key.consumer(), (name, heads) -> {
                    heads.remove(old);
                    return heads.isEmpty() ? null : heads;
                });
            case DEAD -> dead.remove(key);
            case QUEUED ->
                queued.computeIfPresent(key.cursor(), (lane, indexes) -> {
                    indexes.remove(key.index());
                    return indexes.isEmpty() ? null : indexes;
                });
            case DONE -> {}
        }
    }

    void save(Changes changes) {
        SessionRow changed = changes.session();
        if (changed != null) {
            row = changed;
        }
        changes.events().forEach(this::add);
        changes.newHeads().forEach(this::put);
        changes.heads().forEach(this::put);
        changes.cursors().forEach(this::cursor);
        changes.snapshots().forEach(snapshot -> snapshots.put(snapshot.ref(), snapshot));
        changes.droppedSnapshots().forEach(snapshots::remove);
        changes.unpinned().forEach(this::unpin);
    }

    private void unpin(SnapshotRef ref) {
        snapshots.computeIfPresent(ref, (key, snapshot) -> {
            int pins = snapshot.pins() - 1;
            return pins <= 0 && !snapshot.latest()
                    ? null
                    : new SnapshotRow(ref, snapshot.state(), snapshot.latest(), Math.max(0, pins));
        });
    }

    List<HeadRow> heads(HeadState state) {
        List<HeadRow> found = new ArrayList<>();
        for (HeadKey key : state == HeadState.DEAD ? List.copyOf(dead) : liveKeys()) {
            HeadRow row = heads.get(key);
            if (row != null && row.state() == state && key.index() > this.row.marker()) {
                found.add(row);
            }
        }
        found.sort(Comparator.comparing(HeadRow::key, BY_INDEX));
        return found;
    }

    private List<HeadKey> liveKeys() {
        List<HeadKey> keys = new ArrayList<>();
        live.values().forEach(heads -> keys.addAll(heads.all()));
        return keys;
    }

    int deleteEvents(int limit) {
        List<Event> page = events(0, row.marker() - 1, limit);
        for (Event event : page) {
            ids.remove(event.id(), event.index());
            types.computeIfPresent(event.type(), (type, indexes) -> {
                indexes.dropThrough(event.index());
                return indexes.isEmpty() ? null : indexes;
            });
        }
        if (!page.isEmpty()) {
            events.subList(0, page.size()).clear();
            dropHeads(page.get(page.size() - 1).index());
        }
        return page.size();
    }

    void sweep(boolean collapse) {
        long marker = row.marker();
        dropHeads(marker);
        snapshots.keySet().removeIf(ref -> ref.index() < marker);
        lanes.values().removeIf(lane -> {
            boolean idle = lane.head() == null || lane.head() <= marker;
            return idle && (collapse ? lane.position() <= marker : lane.position() < marker);
        });
        Event first = event(marker);
        if (collapse && first != null) {
            ids.remove(first.id(), marker);
        }
    }

    private void dropHeads(long through) {
        HeadKey above = new HeadKey("", CursorKind.EVENT, "", through + 1);
        List.copyOf(heads.headMap(above).keySet()).forEach(this::remove);
    }
}
