package dev.a2.store.sql.postgres;

import dev.a2.store.sql.jdbc.Row;
import dev.a2.store.sql.jdbc.SqlFailure;
import dev.a2.store.sql.jdbc.SqlFiles;
import dev.a2.store.sql.jdbc.SqlText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Statements that go to the server together and whose results come back together: one round trip, whatever their number.
 * The driver sends statements that stand in one text, divided by semicolons, one behind the other without waiting. The
 * server runs each by itself, so that each sees what those before it did or waited for.
 */
final class Trip {
    private static final SqlFiles<Sql> FILES = SqlFiles.load(Sql.class, "postgres");

    /** Whole files, one behind the other; as many as there are kinds of trips. */
    private static final Map<List<Sql>, String> TEXTS = new ConcurrentHashMap<>();

    private static final Map<Sql, Map<String, Integer>> COLUMNS = new ConcurrentHashMap<>();

    private final List<Step> steps = new ArrayList<>();

    static SqlFiles<Sql> files() {
        return FILES;
    }

    Step add(Sql sql) {
        Step step = new Step(sql);
        steps.add(step);
        return step;
    }

    boolean isEmpty() {
        return steps.isEmpty();
    }

    /**
     * Goes there and back. When a statement fails, those behind it are not run.
     *
     * @throws SqlFailure with the driver's exception
     */
    void run(Connection connection) {
        List<Sql> sqls = steps.stream().map(Step::sql).toList();
        try (PreparedStatement statement = connection.prepareStatement(TEXTS.computeIfAbsent(sqls, Trip::joined))) {
            int places = 0;
            for (Step step : steps) {
                places += step.bind(statement, FILES.text(step.sql()), places);
            }
            boolean hasRows = statement.execute();
            for (Step step : steps) {
                if (hasRows) {
                    read(step, statement);
                } else {
                    step.counted(statement.getUpdateCount());
                }
                hasRows = statement.getMoreResults();
            }
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    private static String joined(List<Sql> sqls) {
        return sqls.stream().map(FILES::text).map(SqlText::text).collect(Collectors.joining(";\n"));
    }

    private static void read(Step step, PreparedStatement statement) throws SQLException {
        try (ResultSet result = statement.getResultSet()) {
            Map<String, Integer> columns = COLUMNS.get(step.sql());
            if (columns == null) {
                columns = Row.columns(result);
                COLUMNS.put(step.sql(), columns);
            }
            Row row = new Row(columns, result, Names::read);
            while (result.next()) {
                step.read(row);
            }
        }
    }
}
