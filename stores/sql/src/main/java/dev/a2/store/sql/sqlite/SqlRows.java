package dev.a2.store.sql.sqlite;

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
import dev.a2.store.kernel.HeadRow;
import dev.a2.store.kernel.HeadState;
import dev.a2.store.kernel.LaneKey;
import dev.a2.store.kernel.Need;
import dev.a2.store.kernel.SessionRow;
import dev.a2.store.kernel.SessionRows;
import dev.a2.store.kernel.SnapshotRow;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The kernel's view of one session inside one transaction of a link. */
final class SqlRows implements SessionRows {
    private final Link link;
    private final SessionView session;
    private final String writer;
    private final long nowMs;
    private final EventTable events;
    private final HeadTable heads;
    private final CursorTable cursors;
    private final SnapshotTable snapshots;
    private final WorkMarks marks;
    private final PresenceTable presence;

    /**
     * A view through a link whose transaction is open.
     *
     * @param writer what presence written here is marked with
     */
    SqlRows(Link link, SessionView session, String writer, InstantSource clock) {
        this.nowMs = clock.millis();
        this.link = link;
        this.session = session;
        this.writer = writer;
        this.events = new EventTable(link, session);
        this.heads = new HeadTable(link, session);
        this.cursors = new CursorTable(link, session);
        this.snapshots = new SnapshotTable(link, session);
        this.marks = new WorkMarks(link);
        this.presence = new PresenceTable(link);
    }

    private long marker() {
        return session.marker();
    }

    @Override
    public SessionRow session() {
        return session.row();
    }

    @Override
    public long nowMs() {
        return nowMs;
    }

    @Override
    public Have load(Need need) {
        Have have = new Have();
        if (!session.exists()) {
            return have;
        }
        have.ids().putAll(events.indexesOf(need.ids()));
        for (HeadRef ref : need.heads()) {
            have.heads().put(ref, heads.find(ref));
        }
        need.lanes().forEach((key, withNext) -> have.lanes().put(key, lane(key, withNext, need.wantsNextEvents())));
        need.logs().forEach((key, log) -> have.logs().put(key, log(key, log, need.wantsNextEvents())));
        Served pending = need.pending();
        have.pending(pending != null && heads.anyLive(pending));
        return have;
    }

    private Have.Lane lane(LaneKey key, boolean withNext, boolean withEvent) {
        CursorRow cursor = cursors.find(CursorKind.LANE, key);
        HeadRow next = withNext && cursor != null ? heads.nextQueued(key) : null;
        return new Have.Lane(
                cursor, next, eventOf(next == null ? null : next.key().index(), withEvent));
    }

    private Have.Log log(LaneKey key, Need.Log log, boolean withEvent) {
        CursorRow cursor = cursors.find(CursorKind.LOG, key);
        Long after = log.lookBehind(cursor, marker());
        Long next = after == null ? null : events.next(log.typesFor(cursor), after);
        return new Have.Log(cursor, next, eventOf(next, withEvent));
    }

    private @Nullable Event eventOf(@Nullable Long index, boolean wanted) {
        return index == null || !wanted ? null : events.find(index);
    }

    @Override
    public void save(Changes changes) {
        SessionRow changed = changes.session();
        if (changed != null) {
            session.move(link, changed);
        }
        events.add(changes.events());
        changes.newHeads().forEach(heads::add);
        changes.heads().forEach(heads::replace);
        changes.cursors().forEach(cursors::put);
        changes.snapshots().forEach(snapshots::put);
        changes.droppedSnapshots().forEach(snapshots::drop);
        changes.unpinned().forEach(snapshots::unpin);
        changes.marks().forEach((consumer, dueMs) -> marks.dueNoLaterThan(session.id(), consumer, dueMs));
    }

    @Override
    public List<Event> events(long after, long through, int limit) {
        return session.exists() ? events.page(after, through, limit) : List.of();
    }

    @Override
    public ClaimScan.Result scan(ClaimScan scan) {
        return session.exists() ? heads.scan(scan, nowMs) : new ClaimScan.Result(List.of(), List.of(), List.of());
    }

    @Override
    public List<HeadRow> heads(HeadState state) {
        return session.exists() ? heads.in(state) : List.of();
    }

    @Override
    public List<CursorRow> cursors() {
        return session.exists() ? cursors.all() : List.of();
    }

    @Override
    public List<SnapshotRow> snapshots(String reducer, long through) {
        return session.exists() ? snapshots.newest(reducer, through) : List.of();
    }

    @Override
    public List<SnapshotRow> snapshotsAt(String reducer, Set<Long> indexes) {
        return session.exists() ? snapshots.at(reducer, indexes) : List.of();
    }

    @Override
    public @Nullable Long firstFreeMs(String consumer) {
        return session.exists() ? heads.firstFreeMs(consumer) : null;
    }

    @Override
    public void setMark(String consumer, @Nullable Long dueMs) {
        marks.set(session.id(), consumer, dueMs);
    }

    @Override
    public int deleteEvents(int limit) {
        EventTable.Page page = events.deletePage(limit);
        if (page == null) {
            return 0;
        }
        heads.deleteThrough(page.through());
        return page.events();
    }

    @Override
    public void sweep(boolean collapse) {
        heads.deleteThrough(marker());
        snapshots.deleteBelow(marker());
        cursors.deleteIdleLanes(collapse ? marker() : marker() - 1);
        events.sweepTypes(marker());
        if (collapse) {
            session.unnameMarker(link);
        }
    }

    @Override
    public List<PresenceEntry> presence(@Nullable String participant) {
        return presence.of(session.id(), participant);
    }

    @Override
    public void savePresence(List<PresenceEntry> entries) {
        presence.put(session.id(), entries, writer);
    }

    @Override
    public void dropPresence() {
        presence.dropExpired(session.id(), nowMs);
    }

    @Override
    public Contents contents() {
        List<Contents.EventKey> keys = events.keys();
        return new Contents(
                keys, events.ids(keys), heads.all(), cursors.all(), snapshots.all(), marks.consumers(session.id()));
    }
}
