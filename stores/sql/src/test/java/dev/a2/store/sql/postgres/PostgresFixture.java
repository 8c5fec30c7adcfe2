package dev.a2.store.sql.postgres;

import dev.a2.store.IdSource;
import dev.a2.store.SessionStore;
import dev.a2.tck.StoreFixture;
import dev.a2.testservers.PostgresServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;

/** Stores in schemas of one server's database. */
final class PostgresFixture implements StoreFixture {
    static final String DATABASE = "postgres";

    private final PostgresServer server;
    private final AtomicInteger schemas = new AtomicInteger();

    PostgresFixture(PostgresServer server) {
        this.server = server;
    }

    /** The URL of a server's database. */
    static String url(PostgresServer server) {
        return server.jdbcUrl(DATABASE).replaceFirst("^jdbc:postgresql:", "postgres:");
    }

    @Override
    public Storage freshStorage() {
        return new Schema("kit_" + schemas.incrementAndGet());
    }

    @Override
    public void close() {
        server.close();
    }

    private final class Schema implements Storage {
        private final String name;

        Schema(String name) {
            this.name = name;
        }

        @Override
        public SessionStore open(InstantSource clock, IdSource ids) {
            return PostgresStore.open(
                    url(server),
                    PostgresStore.Options.defaults()
                            .schema(name)
                            .connections(4)
                            .clock(clock)
                            .ids(ids));
        }

        @Override
        public void loseEvent(String sessionId, long index) {
            update(
                    "DELETE FROM " + name + ".events WHERE event_index = ?"
                            + " AND session_key = (SELECT session_key FROM " + name + ".sessions WHERE session_id = ?)",
                    index,
                    Names.stored(sessionId));
        }

        @Override
        public void loseWorkIndex() {
            update("DELETE FROM " + name + ".work_marks");
        }

        private void update(String sql, Object... values) {
            try (Connection connection = server.connect(DATABASE);
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
            update("DROP SCHEMA " + name + " CASCADE");
        }
    }
}
