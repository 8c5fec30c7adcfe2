package dev.a2.tck.model;

import dev.a2.store.Event;
import dev.a2.store.HeadRef;
import dev.a2.store.ReadStateRequest;
import dev.a2.store.Snapshot;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.StateRead;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Snapshots and pins. */
class NaiveSnapshots {
    final NaiveLog log;

    NaiveSnapshots(NaiveLog log) {
        this.log = log;
    }

    StateRead readState(NaiveSession s, ReadStateRequest request) {
        Long cap = request.snapshotThroughIndex() != null ? request.snapshotThroughIndex() : request.throughIndex();
        Snapshot latest = s.latest.get(request.reducer());
        Snapshot usable = usable(s, request.reducer(), cap);
        List<Event> events = log.readHistory(s, usable == null ? 0 : usable.index(), request.throughIndex());
        if (request.limit() != null && events.size() > request.limit()) {
            events = events.subList(0, request.limit());
        }
        return new StateRead(latest == null ? null : latest.index(), usable, events, s.marker, s.frontier);
    }

    @Nullable Snapshot usable(NaiveSession s, String reducer, @Nullable Long cap) {
        Snapshot latest = s.latest.get(reducer);
        if (latest == null || cap == null || latest.index() <= cap) {
            return latest;
        }
        Map.Entry<Long, Snapshot> older =
                s.history.getOrDefault(reducer, new TreeMap<>()).floorEntry(cap);
        return older == null ? null : older.getValue();
    }

    void put(NaiveSession s, String reducer, List<SnapshotWrite> writes) {
        for (SnapshotWrite write : writes) {
            if (write.index() > s.frontier) {
                throw Refusal.beyondFrontier(s, write.index());
            }
        }
        TreeMap<Long, SnapshotWrite> merged = new TreeMap<>();
        for (SnapshotWrite write : writes) {
            SnapshotWrite before = merged.get(write.index());
            Set<HeadRef> pins = new HashSet<>(write.pins());
            if (before != null) {
                pins.addAll(before.pins());
            }
            merged.put(write.index(), new SnapshotWrite(write.index(), write.state(), pins));
        }
        merged.values().stream().filter(write -> write.index() >= s.marker).forEach(write -> put(s, reducer, write));
    }

    private void put(NaiveSession s, String reducer, SnapshotWrite write) {
        for (HeadRef pin : write.pins()) {
            Row row = pinned(s, pin);
            if (row != null) {
                row.pins.add(new Row.Pin(reducer, write.index()));
            }
        }
        store(s, reducer, new Snapshot(write.index(), write.state()));
    }

    /** SNP-3, SNP-4. */
    void store(NaiveSession s, String reducer, Snapshot state) {
        Snapshot latest = s.latest.get(reducer);
        if (latest == null || state.index() >= latest.index()) {
            s.latest.put(reducer, state);
            if (latest != null && state.index() > latest.index()) {
                keep(s, reducer, latest);
            }
        } else {
            keep(s, reducer, state);
        }
    }

    /** SNP-5: the row that a pin counts on; null when it counts for nothing. */
    @Nullable Row pinned(NaiveSession s, HeadRef pin) {
        Row row = s.row(pin.consumer(), pin.lane(), pin.index());
        if (pin.index() <= s.marker || (row != null && (row.done || row.dead()))) {
            return null;
        }
        if (row != null && row.attempts > 0) {
            return row;
        }
        Row unclaimed = new Row(pin.consumer(), pin.lane(), pin.index());
        Reader reader = s.readerOf(unclaimed);
        return reader == null ? null : s.headRow(reader);
    }

    /** SNP-3, SNP-4: into the history, if anything pins it. */
    void keep(NaiveSession s, String reducer, Snapshot snapshot) {
        if (isPinned(s, reducer, snapshot.index())) {
            s.history.computeIfAbsent(reducer, name -> new TreeMap<>()).put(snapshot.index(), snapshot);
        }
    }

    /** What nothing pins any more leaves the history. */
    static void sweep(NaiveSession s) {
        s.history.forEach((reducer, kept) -> kept.keySet().removeIf(index -> !isPinned(s, reducer, index)));
    }

    private static boolean isPinned(NaiveSession s, String reducer, long index) {
        return s.rows.values().stream().anyMatch(row -> row.pins.contains(new Row.Pin(reducer, index)));
    }
}
