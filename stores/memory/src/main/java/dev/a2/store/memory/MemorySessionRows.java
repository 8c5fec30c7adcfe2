package dev.a2.store.memory;

import dev.a2.store.Event;
import dev.a2.store.HeadRef;
import dev.a2.store.PresenceEntry;
import dev.a2.store.Served;
import dev.a2.store.kernel.Changes;
import dev.a2.store.kernel.ClaimScan;
import dev.a2.store.kernel.Contents;
import dev.a2.store.kernel.CursorKind;
import dev.a2.store.kernel.CursorRow;
import dev.a2.store.kernel.Have;
import dev.a2.store.kernel.HeadKey;
import dev.a2.store.kernel.HeadRow;
import dev.a2.store.kernel.HeadState;
import dev.a2.store.kernel.LaneKey;
import dev.a2.store.kernel.Need;
import dev.a2.store.kernel.SessionRow;
import dev.a2.store.kernel.SessionRows;
import dev.a2.store.kernel.SnapshotRow;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The kernel's view of one locked session. */
final class MemorySessionRows implements SessionRows {
    private final MemoryStorage storage;
    private final String sessionId;
    private final MemorySession session;
    private final long nowMs;

    MemorySessionRows(MemoryStorage storage, String sessionId, MemorySession session, InstantSource clock) {
        this.storage = storage;
        this.sessionId = sessionId;
        this.session = session;
        this.nowMs = clock.millis();
    }

    private long marker() {
        return session.row.marker();
    }

    @Override
    public SessionRow session() {
        return session.row;
    }

    @Override
    public long nowMs() {
        return nowMs;
    }

    @Override
    public Have load(Need need) {
        Have have = new Have();
        for (String id : need.ids()) {
            Long index = session.ids.get(id);
            if (index != null) {
                have.ids().put(id, index);
            }
        }
        need.heads().forEach(ref -> have.heads().put(ref, rows(ref)));
        need.lanes().forEach((key, withNext) -> have.lanes().put(key, lane(key, withNext)));
        need.logs().forEach((key, log) -> have.logs().put(key, log(key, log)));
        Served pending = need.pending();
        have.pending(pending != null
                && served(pending).stream()
                        .map(session.live::get)
                        .anyMatch(heads -> heads != null && heads.anyAbove(marker())));
        return have;
    }

    private Collection<String> served(Served consumers) {
        Set<String> names = consumers.names();
        return names == null ? session.live.keySet() : names;
    }

    private List<HeadRow> rows(HeadRef ref) {
        String lane = ref.lane();
        List<HeadKey> keys = lane == null
                ? List.of(new HeadKey(ref.consumer(), CursorKind.EVENT, "", ref.index()))
                : List.of(
                        new HeadKey(ref.consumer(), CursorKind.LANE, lane, ref.index()),
                        new HeadKey(ref.consumer(), CursorKind.LOG, lane, ref.index()));
        return keys.stream().map(session.heads::get).filter(Objects::nonNull).toList();
    }

    private Have.Lane lane(LaneKey key, boolean withNext) {
        HeadRow next = null;
        TreeSet<Long> queue = session.queued.get(key);
        Long index = withNext && queue != null ? queue.higher(marker()) : null;
        if (index != null) {
            next = session.heads.get(new HeadKey(key.consumer(), CursorKind.LANE, key.lane(), index));
        }
        return new Have.Lane(session.lanes.get(key), next, index == null ? null : session.event(index));
    }

    private Have.Log log(LaneKey key, Need.Log log) {
        CursorRow cursor = session.logs.get(key);
        Long after = log.lookBehind(cursor, marker());
        Long next = after == null ? null : next(after, log.typesFor(cursor));
        return new Have.Log(cursor, next, next == null ? null : session.event(next));
    }

    private @Nullable Long next(long after, @Nullable Set<String> types) {
        if (types == null) {
            return after < session.row.frontier() ? after + 1 : null;
        }
        return types.stream()
                .map(session.types::get)
                .filter(Objects::nonNull)
                .map(indexes -> indexes.after(after))
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    @Override
    public void save(Changes changes) {
        session.save(changes);
        changes.marks().forEach((consumer, dueMs) -> storage.marks.dueNoLaterThan(sessionId, consumer, dueMs));
    }

    @Override
    public List<Event> events(long after, long through, int limit) {
        return session.events(after, through, limit);
    }

    @Override
    public ClaimScan.Result scan(ClaimScan scan) {
        List<ClaimScan.Row> free = new ArrayList<>();
        List<HeadRow> held = new ArrayList<>();
        List<ClaimScan.Row> mine = new ArrayList<>();
        for (String consumer : served(scan.consumers())) {
            LiveHeads live = session.live.get(consumer);
            if (live == null) {
                continue;
            }
            for (HeadKey key : live.free(marker(), nowMs, scan.through(), scan.free())) {
                free.add(withEvent(row(key)));
            }
            for (HeadKey key : live.held(marker(), nowMs, scan.through(), scan.held())) {
                held.add(row(key));
            }
            if (scan.holder() != null) {
                live.held(marker(), nowMs, scan.through(), Integer.MAX_VALUE).stream()
                        .map(this::row)
                        .filter(row -> scan.holder().equals(row.dispatch().claimHolder()))
                        .forEach(row -> mine.add(withEvent(row)));
            }
        }
        return new ClaimScan.Result(free, held, mine);
    }

    private HeadRow row(HeadKey key) {
        return Objects.requireNonNull(session.heads.get(key));
    }

    private ClaimScan.Row withEvent(HeadRow row) {
        return new ClaimScan.Row(row, session.event(row.key().index()));
    }

    @Override
    public List<HeadRow> heads(HeadState state) {
        return session.heads(state);
    }

    @Override
    public List<CursorRow> cursors() {
        List<CursorRow> cursors = new ArrayList<>(session.lanes.values());
        cursors.addAll(session.logs.values());
        return cursors;
    }

    @Override
    public List<SnapshotRow> snapshots(String reducer, long through) {
        SnapshotRow latest = null;
        SnapshotRow newest = null;
        for (SnapshotRow row : session.snapshots.values()) {
            if (!row.ref().reducer().equals(reducer) || row.ref().index() < marker()) {
                continue;
            }
            latest = row.latest() ? row : latest;
            boolean usable = row.ref().index() <= through;
            newest = usable
                            && (newest == null
                                    || row.ref().index() > newest.ref().index())
                    ? row
                    : newest;
        }
        List<SnapshotRow> found = new ArrayList<>();
        if (latest != null) {
            found.add(latest);
        }
        if (newest != null && !newest.equals(latest)) {
            found.add(newest);
        }
        return found;
    }

    @Override
    public List<SnapshotRow> snapshotsAt(String reducer, Set<Long> indexes) {
        return session.snapshots.values().stream()
                .filter(row -> row.ref().reducer().equals(reducer)
                        && (row.latest() || indexes.contains(row.ref().index())))
                .toList();
    }

    @Override
    public @Nullable Long firstFreeMs(String consumer) {
        LiveHeads live = session.live.get(consumer);
        return live == null ? null : live.firstFreeMs(marker());
    }

    @Override
    public void setMark(String consumer, @Nullable Long dueMs) {
        storage.marks.set(sessionId, consumer, dueMs);
    }

    @Override
    public int deleteEvents(int limit) {
        return session.deleteEvents(limit);
    }

    @Override
    public void sweep(boolean collapse) {
        session.sweep(collapse);
    }

    @Override
    public List<PresenceEntry> presence(@Nullable String participant) {
        return session.presence.values().stream()
                .filter(entry -> participant == null || entry.participant().equals(participant))
                .toList();
    }

    @Override
    public void savePresence(List<PresenceEntry> entries) {
        for (PresenceEntry entry : entries) {
            session.presence.put(new MemorySession.PresenceKey(entry.participant(), entry.field()), entry);
        }
    }

    @Override
    public void dropPresence() {
        session.presence.values().removeIf(entry -> entry.expiresAt().toEpochMilli() <= nowMs);
    }

    @Override
    public Contents contents() {
        return new Contents(
                session.events.stream()
                        .map(event -> new Contents.EventKey(event.index(), event.id(), event.type()))
                        .toList(),
                session.ids,
                List.copyOf(session.heads.values()),
                cursors(),
                List.copyOf(session.snapshots.values()),
                new LinkedHashSet<>(storage.marks.consumers(sessionId)));
    }
}
