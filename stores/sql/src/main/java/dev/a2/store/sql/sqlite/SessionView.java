package dev.a2.store.sql.sqlite;

import dev.a2.store.kernel.SessionRow;
import java.util.HashMap;
import java.util.Map;

/** A session's own row as a transaction sees it; changed as the transaction changes it. */
final class SessionView {
    /** Keys begin at 1. */
    private static final long NO_KEY = 0;

    private static final int MOST_TYPES = 64;

    private final String id;
    private final NewestId newestId;
    private long key;
    private SessionRow row;
    private long unnamedMarker;

    /** The newest run of 64 indexes that is known to be noted for a type. */
    private final Map<String, Long> notedRuns = new HashMap<>();

    /** Whether the session is known to have no live head. */
    private boolean idle;

    private SessionView(String id, NewestId newestId, long key, SessionRow row, long unnamedMarker) {
        this.id = id;
        this.newestId = newestId;
        this.key = key;
        this.row = row;
        this.unnamedMarker = unnamedMarker;
    }

    static SessionView find(Link link, String sessionId) {
        return find(link, sessionId, new NewestId());
    }

    /** A view for the writer, which keeps in mind the greatest id of its file. */
    static SessionView find(Link link, String sessionId, NewestId newestId) {
        SessionView found = link.query(Sql.SESSIONS_FIND)
                .set("session_id", sessionId)
                .first(row -> new SessionView(
                        sessionId,
                        newestId,
                        row.number("session_key"),
                        new SessionRow(row.number("frontier"), row.number("marker")),
                        row.number("unnamed_marker")));
        return found == null ? new SessionView(sessionId, newestId, NO_KEY, SessionRow.NONE, 0) : found;
    }

    String id() {
        return id;
    }

    NewestId newestId() {
        return newestId;
    }

    /** Whether there is a row at all. Without one there is nothing of the session but presence. */
    boolean exists() {
        return key != NO_KEY;
    }

    /** What its rows elsewhere carry. */
    long key() {
        return key;
    }

    SessionRow row() {
        return row;
    }

    long marker() {
        return row.marker();
    }

    /** Whether the marker's id names nothing any more (CLR-7). */
    boolean markerIsUnnamed() {
        return unnamedMarker == row.marker();
    }

    /** Goes on to a new frontier, whose event is written next, or to a new marker. */
    void move(Link link, SessionRow to) {
        if (!exists()) {
            Long added = link.change(Sql.SESSIONS_ADD).set("session_id", id).first(row -> row.number("session_key"));
            key = added == null ? NO_KEY : added;
        }
        if (to.marker() != row.marker()) {
            link.change(Sql.SESSIONS_MARK)
                    .set("session_key", key)
                    .set("marker", to.marker())
                    .run();
        }
        row = to;
    }

    void unnameMarker(Link link) {
        link.change(Sql.SESSIONS_UNNAME_MARKER).set("session_key", key).run();
        unnamedMarker = row.marker();
    }

    boolean isKnownIdle() {
        return idle;
    }

    void knownIdle(boolean idle) {
        this.idle = idle;
    }

    /** Whether a type's run is not known to be noted yet; from now on it is. */
    boolean isNewRun(String type, long run) {
        if (notedRuns.size() >= MOST_TYPES) {
            notedRuns.clear();
        }
        Long noted = notedRuns.put(type, run);
        return noted == null || noted != run;
    }

    void forgetRuns() {
        notedRuns.clear();
    }
}
