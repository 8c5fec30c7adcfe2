package dev.a2.store.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The current row of a result, read by column name. */
final class Row {
    private final Map<String, Integer> columns;
    private final ResultSet result;

    Row(Map<String, Integer> columns, ResultSet result) {
        this.columns = columns;
        this.result = result;
    }

    /** The places of a result's columns. */
    static Map<String, Integer> columns(ResultSet result) throws SQLException {
        Map<String, Integer> columns = new HashMap<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
            columns.putIfAbsent(result.getMetaData().getColumnLabel(i), i);
        }
        return columns;
    }

    long number(String column) {
        try {
            return result.getLong(place(column));
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    int count(String column) {
        return Math.toIntExact(number(column));
    }

    @Nullable Long numberOrNull(String column) {
        try {
            long value = result.getLong(place(column));
            return value == 0 && result.wasNull() ? null : Long.valueOf(value);
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    @Nullable Integer countOrNull(String column) {
        Long value = numberOrNull(column);
        return value == null ? null : Integer.valueOf(Math.toIntExact(value));
    }

    String text(String column) {
        return Objects.requireNonNull(textOrNull(column), column);
    }

    @Nullable String textOrNull(String column) {
        try {
            return result.getString(place(column));
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    private int place(String column) {
        Integer place = columns.get(column);
        if (place == null) {
            throw new IllegalStateException("the result has no column " + column + ", only " + columns.keySet());
        }
        return place;
    }
}
