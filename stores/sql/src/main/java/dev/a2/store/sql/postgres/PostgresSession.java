package dev.a2.store.sql.postgres;

import dev.a2.store.Event;
import dev.a2.store.PresenceEntry;
import dev.a2.store.kernel.Changes;
import dev.a2.store.kernel.ClaimScan;
import dev.a2.store.kernel.Contents;
import dev.a2.store.kernel.CursorRow;
import dev.a2.store.kernel.Have;
import dev.a2.store.kernel.HeadRow;
import dev.a2.store.kernel.HeadState;
import dev.a2.store.kernel.Need;
import dev.a2.store.kernel.SessionRow;
import dev.a2.store.kernel.SessionRows;
import dev.a2.store.kernel.SnapshotRow;
import dev.a2.store.sql.jdbc.Mapping;
import dev.a2.store.sql.jdbc.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The kernel's view of one session inside one transaction. The first question goes along with the session's own row. */
final class PostgresSession implements SessionRows {
    private final Transaction transaction;
    private final SessionLine session;
    private final String writer;

    /** The number of the presence change that was written, 0 without one. */
    private long presenceChange;

    private boolean marked;
    private boolean saved;

    /**
     * A view of a session whose row was asked for already.
     *
     * @param writer what presence written here is marked with
     */
    PostgresSession(Transaction transaction, SessionLine session, String writer) {
        this.transaction = transaction;
        this.session = session;
        this.writer = writer;
    }

    /** Whether work may have come up by what was written. */
    boolean hasMarked() {
        return marked;
    }

    long presenceChange() {
        return presenceChange;
    }

    /** A question about a session that is known to be there. */
    private <T> List<T> list(Step step, Function<Row, T> reader) {
        List<T> rows = new ArrayList<>();
        step.list(rows, reader);
        transaction.send();
        return rows;
    }

    @Override
    public SessionRow session() {
        return session.row();
    }

    @Override
    public long nowMs() {
        return session.nowMs();
    }

    @Override
    public Have load(Need need) {
        return Loading.load(transaction, session, need);
    }

    @Override
    public void save(Changes changes) {
        if (saved) {
            // An import saves page by page: one goes while the next is gathered, so that not all of them wait.
            transaction.send();
        }
        saved = true;
        marked |= !changes.marks().isEmpty();
        Saving.save(transaction, session, changes);
    }

    @Override
    public List<Event> events(long after, long through, int limit) {
        Step page = session.ask(Sql.EVENTS_PAGE_OF_SESSION)
                .set("after", after)
                .set("through", through)
                .set("limit", limit);
        return list(page, row -> Mapping.event(row, session.id()));
    }

    @Override
    public ClaimScan.Result scan(ClaimScan scan) {
        List<ClaimScan.Row> free = new ArrayList<>();
        List<HeadRow> held = new ArrayList<>();
        List<ClaimScan.Row> mine = new ArrayList<>();
        session.ask(Sql.HEADS_CONSUMERS).texts("consumer", scan.consumers().names());
        if (scan.free() > 0) {
            scan(Sql.HEADS_FREE, scan).set("limit", scan.free()).list(free, this::headWithEvent);
        }
        if (scan.held() > 0) {
            scan(Sql.HEADS_HELD, scan).set("limit", scan.held()).list(held, Mapping::head);
        }
        if (scan.holder() != null) {
            scan(Sql.HEADS_CLAIMED_BY, scan).set("claim_holder", scan.holder()).list(mine, this::headWithEvent);
        }
        transaction.send();
        return new ClaimScan.Result(free, held, mine);
    }

    private Step scan(Sql sql, ClaimScan scan) {
        return session.ask(sql).set("through", scan.through());
    }

    private ClaimScan.Row headWithEvent(Row row) {
        return Mapping.headWithEvent(row, session.id());
    }

    @Override
    public List<HeadRow> heads(HeadState state) {
        Sql sql = switch (state) {
            case LIVE -> Sql.HEADS_LIVE;
            case DEAD -> Sql.HEADS_DEAD;
            case QUEUED, DONE ->
                throw new IllegalArgumentException("no operation asks for all heads that are " + state);
        };
        return session.exists() ? list(session.query(sql).set("lifetime", session.marker()), Mapping::head) : List.of();
    }

    @Override
    public List<CursorRow> cursors() {
        return session.exists() ? list(session.query(Sql.CURSORS_ALL), Mapping::cursor) : List.of();
    }

    @Override
    public List<SnapshotRow> snapshots(String reducer, long through) {
        return session.exists()
                ? list(
                        session.query(Sql.SNAPSHOTS_NEWEST)
                                .set("reducer", reducer)
                                .set("from", session.marker())
                                .set("through", through),
                        Mapping::snapshot)
                : List.of();
    }

    @Override
    public List<SnapshotRow> snapshotsAt(String reducer, Set<Long> indexes) {
        return session.exists()
                ? list(
                        session.query(Sql.SNAPSHOTS_AT)
                                .set("reducer", reducer)
                                .numbers("event_index", indexes, index -> index),
                        Mapping::snapshot)
                : List.of();
    }

    @Override
    public @Nullable Long firstFreeMs(String consumer) {
        if (!session.exists()) {
            return null;
        }
        Step first = session.query(Sql.HEADS_FIRST_FREE)
                .set("lifetime", session.marker())
                .set("consumer", consumer);
        List<@Nullable Long> found = new ArrayList<>();
        first.each(row -> found.add(row.numberOrNull("free_at_ms")));
        transaction.send();
        return found.get(0);
    }

    @Override
    public void setMark(String consumer, @Nullable Long dueMs) {
        Step step = transaction
                .change(dueMs == null ? Sql.WORK_REMOVE : Sql.WORK_SET)
                .set("session_id", session.id())
                .set("consumer", consumer);
        if (dueMs != null) {
            step.set("due_ms", dueMs.longValue());
        }
    }

    @Override
    public int deleteEvents(int limit) {
        List<@Nullable Long> ends = new ArrayList<>();
        session.query(Sql.EVENTS_END_OF_PAGE)
                .set("below", session.marker())
                .set("limit", limit)
                .each(row -> ends.add(row.numberOrNull("event_index")));
        transaction.send();
        Long through = ends.get(0);
        if (through == null) {
            return 0;
        }
        Step deleted = session.change(Sql.EVENTS_DELETE_THROUGH).set("through", through.longValue());
        session.change(Sql.HEADS_DELETE_THROUGH).set("through", through.longValue());
        transaction.send();
        return deleted.count();
    }

    @Override
    public void sweep(boolean collapse) {
        long marker = session.marker();
        session.change(Sql.HEADS_DELETE_THROUGH).set("through", marker);
        session.change(Sql.SNAPSHOTS_DELETE_BELOW).set("below", marker);
        session.change(Sql.CURSORS_DELETE_IDLE_LANES)
                .set("marker", marker)
                .set("through", collapse ? marker : marker - 1);
        if (collapse) {
            session.unnameMarker();
        }
    }

    @Override
    public List<PresenceEntry> presence(@Nullable String participant) {
        return session.exists()
                ? list(session.query(Sql.PRESENCE_OF).set("participant", participant), Mapping::presence)
                : List.of();
    }

    @Override
    public void savePresence(List<PresenceEntry> entries) {
        long key = session.keyToWrite();
        transaction
                .change(Sql.PRESENCE_PUT)
                .set("session_key", key)
                .set("writer", writer)
                .texts("participant", entries, PresenceEntry::participant)
                .texts("field", entries, PresenceEntry::field)
                .texts("value", entries, entry -> entry.value().text())
                .numbers("seen", entries, PresenceEntry::seen)
                .numbers("at_ms", entries, entry -> entry.at().toEpochMilli())
                .numbers("expires_ms", entries, entry -> entry.expiresAt().toEpochMilli())
                .each(row -> presenceChange = row.number("change_number"));
    }

    @Override
    public void dropPresence() {
        if (session.exists()) {
            session.change(Sql.PRESENCE_DROP_EXPIRED);
            session.change(Sql.SESSIONS_DROP_IF_EMPTY);
        }
    }

    @Override
    public Contents contents() {
        List<Contents.EventKey> keys = new ArrayList<>();
        List<HeadRow> heads = new ArrayList<>();
        List<CursorRow> cursors = new ArrayList<>();
        List<SnapshotRow> snapshots = new ArrayList<>();
        Set<String> marks = new HashSet<>();
        session.query(Sql.EVENTS_KEYS)
                .list(
                        keys,
                        row -> new Contents.EventKey(
                                row.number("event_index"), row.text("event_id"), row.text("type")));
        session.query(Sql.HEADS_ALL).list(heads, Mapping::head);
        session.query(Sql.CURSORS_ALL).list(cursors, Mapping::cursor);
        session.query(Sql.SNAPSHOTS_ALL).list(snapshots, Mapping::snapshotWithoutState);
        session.ask(Sql.WORK_OF_SESSION).each(row -> marks.add(Mapping.mark(row).consumer()));
        transaction.send();
        return new Contents(keys, ids(keys), heads, cursors, snapshots, marks);
    }

    /** The newest index of each id that names one. */
    private Map<String, Long> ids(List<Contents.EventKey> keys) {
        Map<String, Long> ids = new HashMap<>();
        for (Contents.EventKey key : keys) {
            if (!session.isUnnamed(key.index())) {
                ids.put(key.id(), key.index());
            }
        }
        return ids;
    }
}
