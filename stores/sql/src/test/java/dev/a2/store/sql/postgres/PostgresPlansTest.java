package dev.a2.store.sql.postgres;

import static dev.a2.store.Target.each;
import static dev.a2.store.sql.postgres.TestDatabase.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.AppendRequest;
import dev.a2.store.SessionStore;
import dev.a2.store.sql.jdbc.SqlText;
import dev.a2.testservers.Eventually;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How the server finds what each statement wants, and what it rewrites when a row changes. */
@Timeout(60)
final class PostgresPlansTest {
    private static final Set<String> TABLES =
            Set.of("sessions", "events", "heads", "cursors", "snapshots", "work_marks", "presence");

    /** A step over a table, and what of an index it looks up. */
    private static final Pattern STEP =
            Pattern.compile("(?<kind>Seq Scan|Index Scan|Index Only Scan|Bitmap Heap Scan)(?: Backward)?"
                    + "(?: using (?<index>\\w+))? on (?<table>\\w+)");

    private static TestDatabase database;

    @BeforeAll
    static void fill() {
        database = TestDatabase.fresh();
        database.open().close();
        database.run(
                "SET search_path = a2",
                "INSERT INTO sessions (session_id, frontier) SELECT 's' || n, 5 FROM generate_series(1, 3000) n",
                "INSERT INTO events (session_key, event_index, created_at_ms, event_id, type, payload)"
                        + " SELECT s, i, 0, 'e' || i, 't' || i % 3, 'null' FROM generate_series(1, 3000) s,"
                        + " generate_series(1, 5) i",
                "INSERT INTO heads (session_key, event_index, lifetime, free_at_ms, attempt, failure_count, kind,"
                        + " state, consumer, lane) SELECT s, i, 0, 0, 0, 0, '#',"
                        + " (ARRAY['LIVE', 'QUEUED', 'DEAD', 'DONE'])[i % 4 + 1], 'c' || i % 5, ''"
                        + " FROM generate_series(1, 3000) s, generate_series(1, 5) i",
                "INSERT INTO cursors (session_key, position, kind, consumer, lane)"
                        + " SELECT s, 0, 'L', 'c', 'l' || i FROM generate_series(1, 3000) s, generate_series(1, 5) i",
                "INSERT INTO snapshots (session_key, event_index, latest, pins, reducer, state)"
                        + " SELECT s, i, 0, 0, 'r', 'null' FROM generate_series(1, 3000) s, generate_series(1, 5) i",
                "INSERT INTO work_marks (due_ms, session_id, consumer)"
                        + " SELECT n, 's' || n, 'c' || i FROM generate_series(1, 3000) n, generate_series(1, 5) i",
                "INSERT INTO presence (session_key, seen, at_ms, expires_ms, change_number, participant, field, writer,"
                        + " value) SELECT s, 0, 0, 0, s * 5 + i, 'p' || i, 'f', 'w', 'null'"
                        + " FROM generate_series(1, 3000) s, generate_series(1, 5) i",
                "ANALYZE");
    }

    /** As in every transaction of the store. */
    @Test
    void everyStatementFindsItsRowsByAnIndex() throws SQLException {
        List<String> findings = new ArrayList<>();
        int looked = 0;
        try (Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            settings(connection);
            for (Sql sql : Sql.values()) {
                List<String> plan = plan(connection, sql);
                looked += plan.isEmpty() ? 0 : 1;
                findings.addAll(findings(sql, plan));
            }
        }
        assertThat(findings).isEmpty();
        assertThat(looked).isGreaterThan(45);
    }

    private static void settings(Connection connection) {
        Trip trip = new Trip();
        trip.add(Sql.TRANSACTION_SETTINGS)
                .set("schema", "a2")
                .set("lock_limit_ms", "10000")
                .set("limit_ms", "10000");
        trip.add(Sql.TRANSACTION_CLOCK).set("now_ms", 5L);
        trip.add(Sql.HEADS_CONSUMERS).set("session_id", "s1").texts("consumer", List.of("c1"));
        trip.run(connection);
    }

    private static List<String> plan(Connection connection, Sql sql) throws SQLException {
        SqlText text = Trip.files().text(sql);
        if (!text.text().matches("(?s)(SELECT|INSERT|UPDATE|DELETE|WITH).*")) {
            return List.of();
        }
        // The types of the parameters are the server's to find, as they are for the driver; values do not matter.
        StringBuilder numbered = new StringBuilder();
        int places = 0;
        for (String part : text.text().split("\\?", -1)) {
            numbered.append(places == 0 ? "" : "$" + places).append(part);
            places++;
        }
        String nulls = "NULL, ".repeat(places - 1).replaceFirst(", $", "");
        TestDatabase.run(connection, "PREPARE planned AS " + numbered);
        List<String> plan =
                TestDatabase.column(connection, "EXPLAIN EXECUTE planned" + (nulls.isEmpty() ? "" : "(" + nulls + ")"));
        TestDatabase.run(connection, "DEALLOCATE planned");
        return plan;
    }

    private static List<String> findings(Sql sql, List<String> plan) {
        List<String> findings = new ArrayList<>();
        for (int line = 0; line < plan.size(); line++) {
            var step = STEP.matcher(plan.get(line));
            if (!step.find() || !TABLES.contains(step.group("table"))) {
                continue;
            }
            boolean bounded = plan.subList(line, Math.min(line + 4, plan.size())).stream()
                    .anyMatch(detail -> detail.contains("Cond: "));
            if (step.group("kind").equals("Seq Scan") || !bounded) {
                findings.add(sql + ": " + String.join("\n", plan));
            }
        }
        return findings;
    }

    /** F46: an append rewrites the session's row without touching an index, and so within its page. */
    @Test
    void appendsChangeNoIndexOfTheirSession() {
        try (SessionStore store = database.open()) {
            for (int i = 0; i < 300; i++) {
                store.append(AppendRequest.of("hot", event("e" + i).to(each("c"))));
            }
        }
        Eventually.holds("statistics are written", () -> statistics("n_tup_upd") >= 300);
        assertThat(statistics("n_tup_hot_upd")).isGreaterThan(statistics("n_tup_upd") * 8 / 10);
    }

    private static long statistics(String column) {
        return database.number("SELECT " + column + " FROM pg_stat_user_tables WHERE relname = 'sessions'");
    }
}
