package dev.a2.store.sql.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The current row of a result, read by column name. */
public final class Row {
    private final Map<String, Integer> columns;
    private final ResultSet result;
    private final UnaryOperator<String> texts;

    /**
     * The row at which a result stands.
     *
     * @param columns the places of its columns
     * @param texts turns a stored text into what was meant
     */
    public Row(Map<String, Integer> columns, ResultSet result, UnaryOperator<String> texts) {
        this.columns = columns;
        this.result = result;
        this.texts = texts;
    }

    /** The places of a result's columns. */
    public static Map<String, Integer> columns(ResultSet result) throws SQLException {
        Map<String, Integer> columns = new HashMap<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
            columns.putIfAbsent(result.getMetaData().getColumnLabel(i), i);
        }
        return columns;
    }

    /** A number. */
    public long number(String column) {
        try {
            return result.getLong(place(column));
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    /** A small number. */
    public int count(String column) {
        return Math.toIntExact(number(column));
    }

    /** A number, or null. */
    public @Nullable Long numberOrNull(String column) {
        try {
            long value = result.getLong(place(column));
            return value == 0 && result.wasNull() ? null : Long.valueOf(value);
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    /** A small number, or null. */
    public @Nullable Integer countOrNull(String column) {
        Long value = numberOrNull(column);
        return value == null ? null : Integer.valueOf(Math.toIntExact(value));
    }

    /** A text. */
    public String text(String column) {
        return Objects.requireNonNull(textOrNull(column), column);
    }

    /** A text, or null. */
    public @Nullable String textOrNull(String column) {
        try {
            String text = result.getString(place(column));
            return text == null ? null : texts.apply(text);
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
