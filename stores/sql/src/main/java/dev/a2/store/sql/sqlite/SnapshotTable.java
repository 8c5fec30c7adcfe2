package dev.a2.store.sql.sqlite;

import dev.a2.store.kernel.SnapshotRef;
import dev.a2.store.kernel.SnapshotRow;
import dev.a2.store.sql.jdbc.Mapping;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One session's snapshots. A reducer's latest is its newest (SNP-3), so it is found as that. */
final class SnapshotTable {
    private final Link link;
    private final SessionView session;

    SnapshotTable(Link link, SessionView session) {
        this.link = link;
        this.session = session;
    }

    /** The reducer's newest of all and its newest through an index, none from below the marker. */
    List<SnapshotRow> newest(String reducer, long through) {
        SnapshotRow latest = newest(reducer, session.marker(), Long.MAX_VALUE);
        if (latest == null || latest.ref().index() <= through) {
            return latest == null ? List.of() : List.of(latest);
        }
        SnapshotRow older = newest(reducer, session.marker(), through);
        return older == null ? List.of(latest) : List.of(latest, older);
    }

    /** The reducer's snapshots at these indexes and its newest, also from below the marker. */
    List<SnapshotRow> at(String reducer, Set<Long> indexes) {
        List<SnapshotRow> found = new ArrayList<>();
        SnapshotRow latest = newest(reducer, 0, Long.MAX_VALUE);
        if (latest != null) {
            found.add(latest);
        }
        for (long index : indexes) {
            SnapshotRow row = newest(reducer, index, index);
            if (row != null && !row.ref().equals(latest == null ? null : latest.ref())) {
                found.add(row);
            }
        }
        return found;
    }

    private @Nullable SnapshotRow newest(String reducer, long from, long through) {
        return link.query(Sql.SNAPSHOTS_NEWEST)
                .set("session_key", session.key())
                .set("reducer", reducer)
                .set("from", from)
                .set("through", through)
                .first(Mapping::snapshot);
    }

    /** All, without their states. */
    List<SnapshotRow> all() {
        return link.query(Sql.SNAPSHOTS_ALL).set("session_key", session.key()).list(Mapping::snapshotWithoutState);
    }

    void put(SnapshotRow row) {
        change(Sql.SNAPSHOTS_PUT, row.ref())
                .set("latest", row.latest() ? 1 : 0)
                .set("pins", row.pins())
                .set("state", row.state().text())
                .run();
    }

    void drop(SnapshotRef ref) {
        change(Sql.SNAPSHOTS_DROP, ref).run();
    }

    /** SNP-5: one pin less, and none at all deletes it from the history. */
    void unpin(SnapshotRef ref) {
        change(Sql.SNAPSHOTS_UNPIN, ref).run();
        change(Sql.SNAPSHOTS_DROP_UNPINNED, ref).run();
    }

    void deleteBelow(long index) {
        link.change(Sql.SNAPSHOTS_DELETE_BELOW)
                .set("session_key", session.key())
                .set("below", index)
                .run();
    }

    private Query change(Sql sql, SnapshotRef ref) {
        return link.change(sql)
                .set("session_key", session.key())
                .set("reducer", ref.reducer())
                .set("event_index", ref.index());
    }
}
