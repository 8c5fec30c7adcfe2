package dev.a2.store.sql.postgres;

import dev.a2.store.kernel.SessionRow;
import dev.a2.store.sql.jdbc.Row;

/** A session's own row as a transaction sees it; changed as the transaction changes it. */
final class SessionLine {
    /** Keys begin at 1. */
    private static final long NO_KEY = 0;

    private final Transaction transaction;
    private final String id;
    private boolean answered;
    private long nowMs;
    private long key = NO_KEY;
    private SessionRow row = SessionRow.NONE;
    private long unnamedMarker;

    SessionLine(Transaction transaction, String id) {
        this.transaction = transaction;
        this.id = id;
    }

    /** Takes the answer of the statement that finds the row. */
    void found(Row found) {
        key = found.number("session_key");
        row = new SessionRow(found.number("frontier"), found.number("marker"));
        unnamedMarker = found.number("unnamed_marker");
    }

    /** Takes the answer of the statement that sets the clock. */
    void now(Row found) {
        nowMs = found.number("now_ms");
        answered = true;
    }

    private void known() {
        if (!answered) {
            transaction.send();
        }
    }

    String id() {
        return id;
    }

    /** A statement that finds the session by itself, so that it can go along with the first trip. */
    Step ask(Sql sql) {
        return transaction.query(sql).set("session_id", id);
    }

    /** A statement that reads rows of the session, which is known to be there. */
    Step query(Sql sql) {
        long known = key();
        return transaction.query(sql).set("session_key", known);
    }

    /** A statement that changes rows of the session, which is known to be there. */
    Step change(Sql sql) {
        long known = key();
        return transaction.change(sql).set("session_key", known);
    }

    long nowMs() {
        known();
        return nowMs;
    }

    /** Whether there is a row at all. Without one there is nothing of the session. */
    boolean exists() {
        known();
        return key != NO_KEY;
    }

    /** What its rows elsewhere carry. */
    long key() {
        known();
        return key;
    }

    SessionRow row() {
        known();
        return row;
    }

    long marker() {
        return row().marker();
    }

    /** Whether an index is the marker's, whose id names nothing any more (CLR-7). */
    boolean isUnnamed(long index) {
        return index == marker() && index == unnamedMarker;
    }

    /** The same key, of a row that is added if there is none. */
    long keyToWrite() {
        if (!exists()) {
            transaction.change(Sql.SESSIONS_ADD).set("session_id", id).each(added -> key = added.number("session_key"));
            transaction.send();
        }
        return key;
    }

    void move(SessionRow to) {
        long written = keyToWrite();
        transaction
                .change(Sql.SESSIONS_MOVE)
                .set("session_key", written)
                .set("frontier", to.frontier())
                .set("marker", to.marker());
        row = to;
    }

    void unnameMarker() {
        long known = key();
        transaction.change(Sql.SESSIONS_UNNAME_MARKER).set("session_key", known);
        unnamedMarker = row.marker();
    }
}
