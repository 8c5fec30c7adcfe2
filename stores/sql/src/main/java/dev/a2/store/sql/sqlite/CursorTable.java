package dev.a2.store.sql.sqlite;

import dev.a2.store.kernel.CursorKind;
import dev.a2.store.kernel.CursorRow;
import dev.a2.store.kernel.LaneKey;
import dev.a2.store.sql.jdbc.Mapping;
import dev.a2.store.sql.jdbc.NameLists;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One session's lane and log cursors. */
final class CursorTable {
    private final Link link;
    private final SessionView session;

    CursorTable(Link link, SessionView session) {
        this.link = link;
        this.session = session;
    }

    @Nullable CursorRow find(CursorKind kind, LaneKey key) {
        return link.query(Sql.CURSORS_FIND)
                .set("session_key", session.key())
                .set("consumer", key.consumer())
                .set("kind", Mapping.tag(kind))
                .set("lane", key.lane())
                .first(Mapping::cursor);
    }

    List<CursorRow> all() {
        return link.query(Sql.CURSORS_ALL).set("session_key", session.key()).list(Mapping::cursor);
    }

    void put(CursorRow row) {
        Set<String> types = row.types();
        link.change(Sql.CURSORS_PUT)
                .set("session_key", session.key())
                .set("consumer", row.key().consumer())
                .set("kind", Mapping.tag(row.kind()))
                .set("lane", row.key().lane())
                .set("position", row.position())
                .set("head", row.head())
                .set("types", types == null ? null : NameLists.write(types))
                .run();
    }

    /** Deletes lane cursors that are idle in this lifetime and stand at an index or before it. */
    void deleteIdleLanes(long through) {
        link.change(Sql.CURSORS_DELETE_IDLE_LANES)
                .set("session_key", session.key())
                .set("marker", session.marker())
                .set("through", through)
                .run();
    }
}
