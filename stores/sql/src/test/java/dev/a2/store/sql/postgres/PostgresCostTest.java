package dev.a2.store.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.SessionStore;
import dev.a2.store.sql.SessionOperations;
import dev.a2.testservers.Eventually;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What operations cost, counted instead of timed: rows and pages that the server reads, in a session that became large while the
 * server's statistics, on which its plans rest, say that sessions are small.
 */
@Timeout(120)
final class PostgresCostTest {
    private static final int REPEATED = 5;
    private static final String READ = "SELECT (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes)"
            + " + (SELECT sum(seq_tup_read) FROM pg_stat_user_tables)"
            + " + (SELECT sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit) FROM pg_statio_user_tables)";
    private static final String OPEN =
            "SELECT pid FROM pg_stat_activity WHERE application_name = 'a2' AND datname = current_database()";
    private static TestDatabase database;

    @BeforeAll
    static void fill() {
        database = TestDatabase.fresh();
        try (SessionStore store = database.open()) {
            for (String table : List.of("sessions", "events", "heads", "cursors", "work_marks")) {
                database.run("ALTER TABLE a2." + table + " SET (autovacuum_enabled = off)");
            }
            for (int i = 0; i < 100; i++) {
                SessionOperations.fill(store, "tiny-" + i, 3);
            }
            database.run("ANALYZE");
            SessionOperations.fill(store, "small", 100);
            SessionOperations.fill(store, "large", 5_000);
        }
    }

    /** What a store reads that does this some times and is closed. */
    private static long read(SessionOperations operation, String session) {
        long before = settled();
        try (SessionStore store = database.open()) {
            for (int i = 0; i < REPEATED; i++) {
                operation.run(store, session);
            }
        }
        return settled() - before;
    }

    /** What was read so far: a connection tells when it ends. */
    private static long settled() {
        Eventually.holds("connections end", () -> database.column(OPEN).isEmpty());
        return database.number(READ);
    }

    @Test
    void costDoesNotGrowWithTheSession() {
        List<String> grown = new ArrayList<>();
        for (SessionOperations operation : SessionOperations.all()) {
            read(operation, "small");
            long small = read(operation, "small");
            long large = read(operation, "large");
            if (large > small + small / 2 + 100) {
                grown.add(operation.name() + ": " + small + " in a small session, " + large + " in a large one");
            }
        }
        assertThat(grown).isEmpty();
    }
}
