package dev.a2.store.sql.sqlite;

import static dev.a2.store.Diagnosis.good;
import static dev.a2.store.Diagnosis.notice;
import static dev.a2.store.Diagnosis.wrong;

import dev.a2.store.Diagnosis;
import dev.a2.store.StoreException;
import dev.a2.store.sql.jdbc.Schema;
import dev.a2.store.sql.jdbc.SqlFailure;
import java.time.InstantSource;
import java.util.List;

/** Looks at a file and says what its state means for sessions. Changes nothing there. */
final class SqliteDoctor {
    private final SqliteFile file;
    private final SqliteStore.Sync sync;
    private final SqliteFailures failures;
    private final Link link;

    private SqliteDoctor(SqliteFile file, SqliteStore.Sync sync, SqliteFailures failures, Link link) {
        this.file = file;
        this.sync = sync;
        this.failures = failures;
        this.link = link;
    }

    /** All that there is to say; one entry where the file cannot be opened as ours. */
    static List<Diagnosis> diagnose(SqliteFile file, SqliteStore.Sync sync, SqliteFailures failures) {
        try {
            file.checkEngine();
            file.checkOurs();
            try (Link link = file.openReader()) {
                return new SqliteDoctor(file, sync, failures, link).all();
            }
        } catch (StoreException e) {
            return List.of(wrong("file", "cannot be used", String.valueOf(e.getMessage())));
        } catch (SqlFailure e) {
            return List.of(wrong(
                    "file", "cannot be read", String.valueOf(failures.before(e).getMessage())));
        }
    }

    private List<Diagnosis> all() {
        return List.of(engine(), journal(), durability(), schema(), size(), log(), integrity());
    }

    private String first(Sql sql, String column) {
        String value = link.query(sql).first(row -> row.text(column));
        return value == null ? "" : value;
    }

    private Diagnosis engine() {
        return good("version", first(Sql.FILE_ENGINE_VERSION, "engine_version"), "has the fixes that the store needs");
    }

    private Diagnosis journal() {
        String mode = first(Sql.FILE_JOURNAL_MODE, "journal_mode");
        return mode.equals("wal")
                ? good("journal", mode, "readers and the writer do not wait for each other")
                : notice("journal", mode, "the next store that opens the file turns on the write-ahead log");
    }

    private Diagnosis durability() {
        return sync == SqliteStore.Sync.FULL
                ? good("sync", "FULL", "what was acknowledged survives a crash and a power cut")
                : notice(
                        "sync",
                        "NORMAL",
                        "a crash of the process loses nothing; a power cut may lose the last commits");
    }

    private Diagnosis schema() {
        try {
            Schema schema = new Schema(SqliteFile.SQL, SqliteRows.SCHEMA);
            int behind = schema.behind(
                    new SqliteLedger(link, InstantSource.system()), what -> failures.notConfigured(what, null));
            String found = "version " + (SqliteRows.SCHEMA.size() - behind);
            return behind == 0
                    ? good("schema", found, "these sessions can be read")
                    : notice("schema", found, "the next store that opens the file brings it up to date");
        } catch (StoreException e) {
            return wrong("schema", "of other code", String.valueOf(e.getMessage()));
        }
    }

    private Diagnosis size() {
        return good("file", kib(file.bytes()), "the database itself");
    }

    private Diagnosis log() {
        long bytes = file.logBytes();
        return bytes > 2 * SqliteFile.LONG_LOG_BYTES
                ? notice("log", kib(bytes), "it does not start over; somebody reads without end")
                : good("log", kib(bytes), "what was written and is not in the file yet");
    }

    private static String kib(long bytes) {
        return (bytes + 1_023) / 1_024 + " KiB";
    }

    private Diagnosis integrity() {
        List<String> found = link.query(Sql.FILE_QUICK_CHECK).list(row -> row.text("quick_check"));
        return found.equals(List.of("ok"))
                ? good("integrity", "ok", "quick_check found no damaged page")
                : wrong(
                        "integrity",
                        "damaged: " + String.join("; ", found),
                        "stop writing, copy the file, export what can be read from the copy");
    }
}
