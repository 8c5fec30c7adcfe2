package dev.a2.store.sql.sqlite;

import dev.a2.store.IdSource;
import dev.a2.store.SessionStore;
import dev.a2.tck.StoreFixture;
import dev.a2.tck.StoreTck;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;

/** The whole contract on SQLite files. */
final class SqliteStoreTckTest extends StoreTck {
    SqliteStoreTckTest() {
        super(new Fixture());
    }

    private static final class Fixture implements StoreFixture {
        private final Path folder;
        private final AtomicInteger files = new AtomicInteger();

        Fixture() {
            try {
                folder = Files.createTempDirectory("a2-sqlite-tck");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public Storage freshStorage() {
            return new FileStorage(folder.resolve("store-" + files.incrementAndGet() + ".db"));
        }

        @Override
        public void close() {
            try {
                Files.delete(folder);
            } catch (IOException e) {
                throw new UncheckedIOException("a storage was not closed", e);
            }
        }
    }

    private record FileStorage(Path file) implements StoreFixture.Storage {
        @Override
        public SessionStore open(InstantSource clock, IdSource ids) {
            // Nothing here is about power cuts.
            return SqliteStore.open(
                    file,
                    SqliteStore.Options.defaults()
                            .sync(SqliteStore.Sync.NORMAL)
                            .clock(clock)
                            .ids(ids));
        }

        @Override
        public void loseEvent(String sessionId, long index) {
            update(
                    "DELETE FROM events WHERE event_index = ?1"
                            + " AND session_key = (SELECT session_key FROM sessions WHERE session_id = ?2)",
                    index,
                    sessionId);
        }

        @Override
        public void loseWorkIndex() {
            update("DELETE FROM work_marks");
        }

        private void update(String sql, Object... values) {
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                    PreparedStatement statement = connection.prepareStatement(sql)) {
                for (int i = 0; i < values.length; i++) {
                    statement.setObject(i + 1, values[i]);
                }
                statement.executeUpdate();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() {
            try {
                for (String ending : new String[] {"", "-wal", "-shm"}) {
                    Files.deleteIfExists(Path.of(file + ending));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
