package dev.a2.store.sql.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.a2.store.IdSource;
import dev.a2.store.SessionStore;
import dev.a2.tck.StoreFixture;
import dev.a2.testservers.PgBouncer;
import dev.a2.testservers.PostgresServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Stores in schemas of one server's database. They share connections, and schemas are emptied and used again: to make one
 * takes longer than most tests.
 */
final class PostgresFixture implements StoreFixture {
    static final String DATABASE = "postgres";
    private static final List<String> TABLES =
            List.of("sessions", "events", "heads", "cursors", "snapshots", "work_marks", "presence");

    private final PostgresServer server;
    private final @Nullable PgBouncer pooler;
    private final HikariDataSource connections;
    private final AtomicInteger schemas = new AtomicInteger();
    private final Queue<String> emptied = new ConcurrentLinkedQueue<>();

    PostgresFixture(PostgresServer server) {
        this(server, null, server.jdbcUrl(DATABASE));
    }

    private PostgresFixture(PostgresServer server, @Nullable PgBouncer pooler, String jdbcUrl) {
        this.server = server;
        this.pooler = pooler;
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(jdbcUrl);
        config.setMaximumPoolSize(24);
        this.connections = new HikariDataSource(config);
    }

    /** Stores that know their server through a pooler alone. */
    static PostgresFixture behind(PgBouncer pooler) {
        return new PostgresFixture(pooler.server(), pooler, pooler.jdbcUrl(DATABASE));
    }

    @Override
    public Storage freshStorage() {
        String empty = emptied.poll();
        return new Schema(empty == null ? "kit_" + schemas.incrementAndGet() : empty);
    }

    @Override
    public void close() {
        connections.close();
        if (pooler != null) {
            pooler.close();
        }
        server.close();
    }

    private final class Schema implements Storage {
        private final String name;

        Schema(String name) {
            this.name = name;
        }

        @Override
        public SessionStore open(InstantSource clock, IdSource ids) {
            return PostgresStore.connect(
                            connections,
                            PostgresStore.Options.defaults()
                                    .schema(name)
                                    .clock(clock)
                                    .ids(ids))
                    .sessions();
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
            // Quicker than TRUNCATE where there is little.
            update(TABLES.stream()
                    .map(table -> "DELETE FROM " + name + "." + table)
                    .collect(Collectors.joining("; ")));
            emptied.add(name);
        }
    }
}
