package dev.a2.store.sql.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the engine finds what each statement wants: by an index, without looking at other rows and without sorting. */
class QueryPlanTest {
    /** Steps over something that is small by nature, or that the statement made itself. */
    private static final Set<String> ALLOWED_SCANS = Set.of(
            "SCAN presence_changes", // one row
            "SCAN schema_versions", // a row per schema file
            "SCAN found", // a row per consumer
            "SCAN wanted VIRTUAL TABLE INDEX 1:", // a list that was given
            "SCAN CONSTANT ROW");

    private static final Map<Sql, String> ALLOWED_SORTS = new EnumMap<>(Map.of(
            Sql.HEADS_FREE, "heads whose claim or hold ended lie in the order of that time, but are wanted by index",
            Sql.HEADS_LIVE, "live heads lie by consumer and are listed by index, for cursors() alone",
            Sql.EVENTS_GROWN_SINCE, "sessions are gathered from events in the order of writing"));

    /** Those that want everything that a session has in a table. */
    private static final Set<Sql> WHOLE_SESSION = EnumSet.of(
            Sql.CURSORS_ALL,
            Sql.CURSORS_DELETE_IDLE_LANES,
            Sql.EVENTS_KEYS,
            Sql.EVENTS_DELETE_TYPES,
            Sql.HEADS_ALL,
            Sql.SNAPSHOTS_ALL,
            Sql.SNAPSHOTS_DELETE_BELOW);

    /** Those that want the last entry of a session alone, and stop there; {@link CostTest} counts it. */
    private static final Set<Sql> LAST_ENTRY = EnumSet.of(Sql.SESSIONS_FIND, Sql.SESSIONS_PAGE);

    @TempDir
    Path folder;

    @Test
    void everyStatementFindsItsRowsByAnIndex() throws SQLException {
        Path path = folder.resolve("store.db");
        SqliteStore.open(path).close();
        List<String> findings = new ArrayList<>();

        try (Link link = TestFiles.file(path).openWriter()) {
            for (Sql sql : Sql.values()) {
                for (String step : plan(link, sql)) {
                    if (!isGood(sql, step)) {
                        findings.add(sql + ": " + step);
                    }
                }
            }
        }

        assertThat(findings).isEmpty();
    }

    private static boolean isGood(Sql sql, String step) {
        if (step.startsWith("SCAN")) {
            return ALLOWED_SCANS.contains(step);
        }
        if (step.contains("TEMP B-TREE")) {
            return ALLOWED_SORTS.containsKey(sql);
        }
        boolean whole = step.endsWith("(session_key=?)");
        return !whole || WHOLE_SESSION.contains(sql) || LAST_ENTRY.contains(sql);
    }

    private static List<String> plan(Link link, Sql sql) throws SQLException {
        String text = SqliteFile.SQL.text(sql).text();
        if (!text.matches("(?s)(SELECT|INSERT|UPDATE|DELETE|WITH).*")) {
            return List.of();
        }
        List<String> steps = new ArrayList<>();
        try (Statement statement = link.connection().createStatement();
                ResultSet plan = statement.executeQuery("EXPLAIN QUERY PLAN " + text)) {
            while (plan.next()) {
                steps.add(plan.getString("detail"));
            }
        }
        return steps;
    }
}
