package dev.a2.store.sql.sqlite;

import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import dev.a2.store.sql.jdbc.SqlFailure;
import dev.a2.store.sql.jdbc.StoreFailures;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** What the engine's errors mean to a caller: code, effect, and what to do, with the file's name. */
final class SqliteFailures extends StoreFailures {
    SqliteFailures(Path file) {
        super("the store " + file);
    }

    /** An error before the commit: nothing was written. */
    StoreException before(SqlFailure failure) {
        return of(failure.reason(), Effect.NOT_APPLIED);
    }

    /**
     * An error of the commit itself. A full disk or a lock is noticed before the log's end is written; after any other
     * error the next start may find the transaction in the log, or not.
     */
    StoreException atCommit(SqlFailure failure) {
        boolean refused = isBusy(failure) || isFull(failure);
        return of(failure.reason(), refused ? Effect.NOT_APPLIED : Effect.UNKNOWN);
    }

    static boolean isBusy(SqlFailure failure) {
        SQLiteErrorCode code = primary(failure.reason());
        return code == SQLiteErrorCode.SQLITE_BUSY || code == SQLiteErrorCode.SQLITE_LOCKED;
    }

    static boolean isFull(SqlFailure failure) {
        return primary(failure.reason()) == SQLiteErrorCode.SQLITE_FULL;
    }

    private StoreException of(SQLException reason, Effect effect) {
        return switch (primary(reason)) {
            case SQLITE_BUSY, SQLITE_LOCKED ->
                unavailable(effect, "is locked by another process; try again, or give a longer wait limit", reason);
            case SQLITE_FULL -> unavailable(effect, "cannot grow: the disk is full; make room and repeat", reason);
            case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH ->
                unavailable(
                        effect,
                        "may not be written by this process; check the rights of the file and its folder",
                        reason);
            case SQLITE_CANTOPEN -> unavailable(effect, "cannot be opened; check that it and its folder exist", reason);
            case SQLITE_CORRUPT ->
                unavailable(effect, "is damaged; stop writing, and run PRAGMA integrity_check on a copy", reason);
            case SQLITE_NOTADB -> notConfigured("is not a SQLite database; name another file", reason);
            case SQLITE_CONSTRAINT ->
                unavailable(effect, "holds rows that contradict each other; run verify on the session", reason);
            case SQLITE_TOOBIG ->
                StoreException.invalid("a value is too large for " + where() + ": " + reason.getMessage());
            default -> unavailable(effect, "could not be read or written", reason);
        };
    }

    /** The error without its refinement: {@code SQLITE_IOERR_FSYNC} is a {@code SQLITE_IOERR}. */
    private static SQLiteErrorCode primary(SQLException reason) {
        return reason instanceof SQLiteException sqlite
                ? SQLiteErrorCode.getErrorCode(sqlite.getResultCode().code & 0xff)
                : SQLiteErrorCode.SQLITE_ERROR;
    }

    /** The caller gave up on a write that had begun. */
    StoreException abandoned(Duration limit) {
        return unavailable(
                Effect.UNKNOWN, "did not finish this call within " + limit.toMillis() + " ms after it began", null);
    }
}
