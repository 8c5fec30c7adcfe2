package dev.a2.benchmarks;

import dev.a2.codec.Json;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** Single-row inserts into a SQLite table, each committed to the disk, through one connection. */
final class PlainInserts implements AutoCloseable {
    private static final String PAYLOAD = Json.string("x".repeat(198)).text();

    private final Connection connection;
    private final PreparedStatement insert;
    private final AtomicLong row = new AtomicLong();

    PlainInserts(Path file) throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA synchronous = FULL");
            statement.execute("CREATE TABLE events (n INTEGER PRIMARY KEY, id TEXT, type TEXT, payload TEXT)");
        }
        insert = connection.prepareStatement("INSERT INTO events (n, id, type, payload) VALUES (?, ?, ?, ?)");
    }

    synchronized void insert() {
        try {
            insert.setLong(1, row.incrementAndGet());
            insert.setString(2, UUID.randomUUID().toString());
            insert.setString(3, "measured");
            insert.setString(4, PAYLOAD);
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws SQLException {
        insert.close();
        connection.close();
    }
}
