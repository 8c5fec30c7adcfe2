package dev.a2.store.kernel;

import dev.a2.codec.Json;
import dev.a2.store.Event;
import dev.a2.store.HeadRef;
import dev.a2.store.ReadStateRequest;
import dev.a2.store.Snapshot;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.StateRead;
import dev.a2.store.StoreException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** SNP: readState and putSnapshots. */
final class SnapshotRules {
    private SnapshotRules() {}

    static StateRead read(SessionRows rows, ReadStateRequest request) {
        SessionRow session = rows.session();
        long through = request.throughIndex() == null ? Long.MAX_VALUE : request.throughIndex();
        long cap = request.snapshotThroughIndex() == null ? through : request.snapshotThroughIndex();
        Long latest = null;
        SnapshotRow best = null;
        for (SnapshotRow row : rows.snapshots(request.reducer(), cap)) {
            if (row.latest()) {
                latest = row.ref().index();
            }
            if (row.ref().index() <= cap
                    && (best == null || row.ref().index() > best.ref().index())) {
                best = row;
            }
        }
        long after = Math.max(best == null ? 0 : best.ref().index(), session.marker() - 1);
        int limit = request.limit() == null ? Integer.MAX_VALUE : request.limit();
        long end = Math.min(through, session.frontier());
        List<Event> events =
                after >= end ? List.of() : Reading.dense(rows.events(after, end, limit), after, end, limit);
        return new StateRead(
                latest,
                best == null ? null : new Snapshot(best.ref().index(), best.state()),
                events.stream().map(Event::withoutCause).toList(),
                session.marker(),
                session.frontier());
    }

    static void put(SessionRows rows, String sessionId, String reducer, List<SnapshotWrite> writes) {
        SessionRow session = rows.session();
        TreeMap<Long, SnapshotWrite> merged = new TreeMap<>();
        for (SnapshotWrite write : writes) {
            if (write.index() > session.frontier()) {
                throw StoreException.invalid("a snapshot at index " + write.index() + " lies beyond the frontier "
                        + session.frontier() + " of " + Texts.session(sessionId));
            }
            if (write.index() >= session.marker()) {
                merged.merge(write.index(), write, SnapshotRules::merge);
            }
        }
        if (merged.isEmpty()) {
            return;
        }
        Need need = new Need();
        merged.values().forEach(write -> write.pins().forEach(need::head));
        Have have = rows.load(need);
        Keeping keeping = new Keeping(session.marker(), rows.snapshotsAt(reducer, merged.keySet()));
        Changes changes = new Changes();
        Map<HeadRef, HeadRow> heads = new LinkedHashMap<>();
        for (SnapshotWrite write : merged.values()) {
            SnapshotRef ref = new SnapshotRef(reducer, write.index());
            int added = 0;
            for (HeadRef pin : write.pins()) {
                HeadRow head = heads.containsKey(pin) ? heads.get(pin) : liveHead(have, pin, session.marker());
                if (head != null && !head.pins().contains(ref)) {
                    List<SnapshotRef> pins = new ArrayList<>(head.pins());
                    pins.add(ref);
                    heads.put(pin, head.with(pins));
                    added++;
                }
            }
            keeping.write(ref, write.state(), added);
        }
        heads.values().forEach(changes::head);
        keeping.changes(changes);
        rows.save(changes);
    }

    /** SNP-2. */
    private static SnapshotWrite merge(SnapshotWrite first, SnapshotWrite second) {
        Set<HeadRef> pins = new HashSet<>(first.pins());
        pins.addAll(second.pins());
        return new SnapshotWrite(first.index(), second.state(), pins);
    }

    /** SNP-5: only a live head can pin. */
    private static @Nullable HeadRow liveHead(Have have, HeadRef pin, long marker) {
        if (pin.index() <= marker) {
            return null;
        }
        return have.heads().getOrDefault(pin, List.of()).stream()
                .filter(row -> row.state() == HeadState.LIVE)
                .findFirst()
                .orElse(null);
    }

    /** One reducer's snapshots while writes go in, by index. */
    private static final class Keeping {
        private final Map<SnapshotRef, SnapshotRow> stored = new LinkedHashMap<>();
        private final Map<SnapshotRef, SnapshotRow> kept = new LinkedHashMap<>();
        private @Nullable SnapshotRow latest;

        Keeping(long marker, List<SnapshotRow> rows) {
            for (SnapshotRow row : rows) {
                stored.put(row.ref(), row);
                if (row.ref().index() >= marker) {
                    kept.put(row.ref(), row);
                    latest = row.latest() ? row : latest;
                }
            }
        }

        /** SNP-3, SNP-4. */
        void write(SnapshotRef ref, Json state, int addedPins) {
            SnapshotRow old = kept.get(ref);
            int pins = (old == null ? 0 : old.pins()) + addedPins;
            SnapshotRow last = latest;
            if (last != null && ref.index() < last.ref().index()) {
                if (pins > 0) {
                    kept.put(ref, new SnapshotRow(ref, state, false, pins));
                }
                return;
            }
            if (last != null && ref.index() > last.ref().index()) {
                kept.remove(last.ref());
                if (last.pins() > 0) {
                    kept.put(last.ref(), new SnapshotRow(last.ref(), last.state(), false, last.pins()));
                }
            }
            latest = new SnapshotRow(ref, state, true, pins);
            kept.put(ref, latest);
        }

        void changes(Changes changes) {
            for (SnapshotRef ref : stored.keySet()) {
                if (!kept.containsKey(ref)) {
                    changes.dropSnapshot(ref);
                }
            }
            for (SnapshotRow row : kept.values()) {
                if (!row.equals(stored.get(row.ref()))) {
                    changes.snapshot(row);
                }
            }
        }
    }
}
