package dev.a2.store.sql.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Ways to a database file past the store. */
final class TestFiles {
    private TestFiles() {}

    static SqliteFile file(Path path) {
        return file(path, SqliteStore.Sync.FULL);
    }

    static SqliteFile file(Path path, SqliteStore.Sync sync) {
        return new SqliteFile(path, sync, Duration.ofSeconds(5), new SqliteFailures(path));
    }

    static Connection connect(Path path) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + path);
    }

    static void execute(Path path, String sql) throws SQLException {
        try (Connection connection = connect(path)) {
            execute(connection, sql);
        }
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The first column of what a query finds. */
    static List<String> query(Connection connection, String sql) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                found.add(result.getString(1));
            }
        }
        return found;
    }

    static List<String> query(Path path, String sql) throws SQLException {
        try (Connection connection = connect(path)) {
            return query(connection, sql);
        }
    }
}
