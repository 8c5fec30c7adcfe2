package dev.a2.store.sql.sqlite;

import dev.a2.store.sql.jdbc.Row;
import dev.a2.store.sql.jdbc.SqlFailure;
import dev.a2.store.sql.jdbc.SqlText;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A prepared statement of one link, bound by name: set every parameter, then run it. Used by one thread at a time. */
final class Query {
    private final Sql sql;
    private final SqlText text;
    private final PreparedStatement statement;
    private final Runnable onRun;
    private final Set<String> missing;
    private @Nullable Map<String, Integer> columns;

    Query(Sql sql, SqlText text, PreparedStatement statement, Runnable onRun) {
        this.sql = sql;
        this.text = text;
        this.statement = statement;
        this.onRun = onRun;
        this.missing = new HashSet<>(text.positions().keySet());
    }

    Query set(String parameter, long value) {
        try {
            for (int place : places(parameter)) {
                statement.setLong(place, value);
            }
            return this;
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    Query set(String parameter, @Nullable Long value) {
        return value == null ? setNull(parameter, Types.BIGINT) : set(parameter, value.longValue());
    }

    Query set(String parameter, @Nullable String value) {
        if (value == null) {
            return setNull(parameter, Types.VARCHAR);
        }
        try {
            for (int place : places(parameter)) {
                statement.setString(place, value);
            }
            return this;
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    private Query setNull(String parameter, int type) {
        try {
            for (int place : places(parameter)) {
                statement.setNull(place, type);
            }
            return this;
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    private int[] places(String parameter) {
        int[] places = text.positions().get(parameter);
        if (places == null) {
            throw new IllegalStateException(sql + " has no parameter " + parameter);
        }
        if (!missing.isEmpty()) {
            missing.remove(parameter);
        }
        return places;
    }

    /** Once all parameters were set for the first time they all have values: no need to look again. */
    private void checkComplete() {
        if (!missing.isEmpty()) {
            throw new IllegalStateException(sql + " lacks the parameters " + missing);
        }
        onRun.run();
    }

    /** Runs a statement that returns nothing; how many rows it touched. */
    int run() {
        checkComplete();
        try {
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    /** Keeps the values that are set, to run with others in one go. */
    void keep() {
        try {
            statement.addBatch();
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    /** Runs the statement once for each time values were kept. */
    void runKept() {
        checkComplete();
        try {
            statement.executeBatch();
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    /** All rows. */
    <T> List<T> list(Function<Row, T> reader) {
        List<T> rows = new ArrayList<>();
        forEach(row -> rows.add(reader.apply(row)));
        return rows;
    }

    /** Reads every row. */
    void forEach(Consumer<Row> reader) {
        checkComplete();
        try (ResultSet result = statement.executeQuery()) {
            Row row = row(result);
            while (result.next()) {
                reader.accept(row);
            }
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    /** The first row; null if there is none. */
    <T> @Nullable T first(Function<Row, @Nullable T> reader) {
        checkComplete();
        try (ResultSet result = statement.executeQuery()) {
            return result.next() ? reader.apply(row(result)) : null;
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    private Row row(ResultSet result) throws SQLException {
        Map<String, Integer> known = columns;
        if (known == null) {
            known = Row.columns(result);
            columns = known;
        }
        return new Row(known, result, UnaryOperator.identity());
    }
}
