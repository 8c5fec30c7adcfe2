package dev.a2.store.sql.postgres;

import dev.a2.store.sql.jdbc.Row;
import dev.a2.store.sql.jdbc.SqlText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One statement of a trip with its values, bound by name; many rows go as an array for each column. */
final class Step {
    private interface Value {
        void bind(PreparedStatement statement, int place) throws SQLException;
    }

    private final Sql sql;
    private final Map<String, Value> values = new LinkedHashMap<>();
    private Consumer<Row> reader = row -> {};
    private int count;

    Step(Sql sql) {
        this.sql = sql;
    }

    Sql sql() {
        return sql;
    }

    Step set(String parameter, long value) {
        return put(parameter, (statement, place) -> statement.setLong(place, value));
    }

    Step set(String parameter, @Nullable Long value) {
        return value == null
                ? put(parameter, (statement, place) -> statement.setNull(place, Types.BIGINT))
                : set(parameter, value.longValue());
    }

    Step set(String parameter, @Nullable String value) {
        String stored = value == null ? null : Names.stored(value);
        return put(parameter, (statement, place) -> statement.setString(place, stored));
    }

    /** A column of numbers, one for each row. */
    <R> Step numbers(String parameter, Collection<R> rows, Function<R, @Nullable Long> column) {
        @Nullable Long[] numbers = new @Nullable Long[rows.size()];
        int i = 0;
        for (R row : rows) {
            numbers[i++] = column.apply(row);
        }
        return put(parameter, (statement, place) -> array(statement, place, "bigint", numbers));
    }

    /** A column of texts, one for each row. */
    <R> Step texts(String parameter, Collection<R> rows, Function<R, @Nullable String> column) {
        @Nullable String[] texts = new @Nullable String[rows.size()];
        int i = 0;
        for (R row : rows) {
            String text = column.apply(row);
            texts[i++] = text == null ? null : Names.stored(text);
        }
        return put(parameter, (statement, place) -> array(statement, place, "text", texts));
    }

    /** A list of texts, which may be missing. */
    Step texts(String parameter, @Nullable Collection<String> texts) {
        return texts == null
                ? put(parameter, (statement, place) -> statement.setNull(place, Types.ARRAY, "text[]"))
                : texts(parameter, texts, text -> text);
    }

    private static void array(PreparedStatement statement, int place, String type, @Nullable Object[] values)
            throws SQLException {
        Connection connection = statement.getConnection();
        statement.setArray(place, connection.createArrayOf(type, values));
    }

    private Step put(String parameter, Value value) {
        values.put(parameter, value);
        return this;
    }

    /** What to do with each row of the result. */
    Step each(Consumer<Row> reader) {
        this.reader = reader;
        return this;
    }

    /** What to do with each row of the result, and all of them in a list. */
    <T> Step list(List<T> into, Function<Row, T> reader) {
        return each(row -> into.add(reader.apply(row)));
    }

    void read(Row row) {
        reader.accept(row);
    }

    /** How many rows a statement without a result touched; known once it ran. */
    int count() {
        return count;
    }

    void counted(int rows) {
        count = rows;
    }

    /** Binds the values into the places behind those of earlier statements; how many places there are. */
    int bind(PreparedStatement statement, SqlText text, int before) throws SQLException {
        if (!values.keySet().equals(text.positions().keySet())) {
            throw new IllegalStateException(
                    sql + " wants the parameters " + text.positions().keySet() + ", not " + values.keySet());
        }
        int bound = 0;
        for (Map.Entry<String, Value> value : values.entrySet()) {
            for (int place : Objects.requireNonNull(text.positions().get(value.getKey()))) {
                value.getValue().bind(statement, before + place);
                bound++;
            }
        }
        return bound;
    }
}
