package dev.a2.store.sql.postgres;

import dev.a2.store.ErrorCode;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import dev.a2.store.sql.jdbc.StoreFailures;
import java.sql.SQLException;

/** What the server's and the driver's errors mean to a caller: code, effect, and what to do, with the database's name. */
final class PostgresFailures extends StoreFailures {
    private static final String SERIALIZATION_FAILURE = "40001";
    private static final String DEADLOCK = "40P01";
    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final String QUERY_CANCELED = "57014";
    private static final String UNIQUE_VIOLATION = "23505";
    private static final String READ_ONLY = "25006";

    /** What a standby says to a transaction that is to write. */
    private static final String FEATURE_NOT_SUPPORTED = "0A000";

    private static final String IDLE_IN_TRANSACTION = "25P03";
    /** What a statement meets that was prepared on another connection, or again on the same. */
    private static final String UNKNOWN_STATEMENT = "26000";

    private static final String STATEMENT_TWICE = "42P05";
    private static final String DISK_FULL = "53100";
    private static final String TOO_MANY_CONNECTIONS = "53300";
    private static final String DUPLICATE_TABLE = "42P07";
    private static final String PROGRAM_LIMIT = "54000";

    /**
     * Failures of one database.
     *
     * @param where its name, without secrets
     */
    PostgresFailures(String where) {
        super(where);
    }

    /**
     * What an error means.
     *
     * @param lost whether the commit was on its way and the connection went: then nobody knows what became of it
     */
    StoreException of(SQLException reason, boolean lost) {
        boolean cutBefore = state(reason).equals(IDLE_IN_TRANSACTION);
        return of(reason, lost && !cutBefore ? Effect.UNKNOWN : Effect.NOT_APPLIED);
    }

    private StoreException of(SQLException reason, Effect effect) {
        String state = state(reason);
        String what = switch (state) {
            case LOCK_NOT_AVAILABLE ->
                "kept this call waiting for a lock that another transaction holds; end that one, or"
                        + " give a longer wait limit";
            case QUERY_CANCELED ->
                "cancelled a statement that took too long, or that somebody cancelled; try again, or"
                        + " give a longer wait limit";
            case SERIALIZATION_FAILURE, DEADLOCK ->
                "rolled this call back because of others that ran at the same time;" + " repeat it";
            case IDLE_IN_TRANSACTION ->
                "ended a transaction in which this process stood still for longer than its wait limit, so that"
                        + " others could go on; repeat this call";
            case READ_ONLY, FEATURE_NOT_SUPPORTED -> "is a standby or read-only; name the primary server";
            case DISK_FULL -> "cannot grow: its disk is full; make room and repeat";
            case TOO_MANY_CONNECTIONS -> "has no connection left; raise max_connections, or give fewer connections";
            case UNKNOWN_STATEMENT, STATEMENT_TWICE ->
                "is behind a pooler that mixes up prepared statements; write prepareThreshold=0 into the URL";
            default -> null;
        };
        if (what != null) {
            return unavailable(effect, what, reason);
        }
        if (state.equals(PROGRAM_LIMIT)) {
            return new StoreException(
                    ErrorCode.INVALID_ARGUMENT,
                    Effect.NOT_APPLIED,
                    "a name or value is too large for " + where() + ": " + message(reason),
                    reason);
        }
        if (state.equals(DUPLICATE_TABLE)) {
            return notConfigured("holds tables of somebody else; name another schema", reason);
        }
        return switch (state.isEmpty() ? "" : state.substring(0, 2)) {
            case "08", "57", "" ->
                unavailable(effect, "did not answer; check that it runs and can be reached, and repeat", reason);
            case "28", "3D", "3F" -> notConfigured("refused us; check address, user, password and rights", reason);
            case "42" -> notConfigured("lacks what the store needs, or the right to use it", reason);
            case "23" ->
                unavailable(effect, "holds rows that contradict each other; run verify on the session", reason);
            default -> unavailable(effect, "could not carry out a statement", reason);
        };
    }

    /** Whether running the same work again, from the start, may well succeed. */
    static boolean isWorthAnotherTry(SQLException reason) {
        return switch (state(reason)) {
            case SERIALIZATION_FAILURE, DEADLOCK -> true;
            case UNIQUE_VIOLATION -> isAboutTheSessionItself(reason);
            default -> false;
        };
    }

    /** Another transaction added the session's row in the meantime. */
    private static boolean isAboutTheSessionItself(SQLException reason) {
        return message(reason).contains("sessions_session_id_key");
    }

    private static String state(SQLException reason) {
        String state = reason.getSQLState();
        return state == null ? "" : state;
    }

    private static String message(SQLException reason) {
        String message = reason.getMessage();
        return message == null ? "" : message;
    }
}
