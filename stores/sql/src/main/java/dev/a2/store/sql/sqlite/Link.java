package dev.a2.store.sql.sqlite;

import dev.a2.store.sql.jdbc.SqlFailure;
import dev.a2.store.sql.jdbc.SqlFiles;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A connection with its statements, each prepared when it is first used and kept. Used by one thread at a time. */
final class Link implements AutoCloseable {
    private final Connection connection;
    private final SqlFiles<Sql> files;
    private final Map<Sql, Query> queries = new EnumMap<>(Sql.class);
    private @Nullable Consumer<Sql> onRun;
    private boolean written;

    /** A connection whose transactions are begun and ended by statements. */
    Link(Connection connection, SqlFiles<Sql> files) {
        this.connection = connection;
        this.files = files;
    }

    /** A statement that reads, or opens or ends a transaction. */
    Query query(Sql sql) {
        Query known = queries.get(sql);
        if (known == null) {
            known = new Query(sql, files.text(sql), prepare(sql), () -> ran(sql));
            queries.put(sql, known);
        }
        return known;
    }

    /** A statement that writes. */
    Query change(Sql sql) {
        written = true;
        return query(sql);
    }

    private PreparedStatement prepare(Sql sql) {
        try {
            return connection.prepareStatement(files.text(sql).text());
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    /** Whether the transaction under way wrote something. */
    boolean hasWritten() {
        return written;
    }

    /** A transaction begins: nothing is written yet. */
    void forgetWrites() {
        written = false;
    }

    /** Hears of every statement that runs; for tests that count them. */
    void onRun(Consumer<Sql> listener) {
        onRun = listener;
    }

    private void ran(Sql sql) {
        if (onRun != null) {
            onRun.accept(sql);
        }
    }

    Connection connection() {
        return connection;
    }

    /** Closes the connection and with it all statements. */
    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }
}
