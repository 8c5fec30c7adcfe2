package dev.a2.store.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.a2.codec.Json;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.testservers.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An empty database of a test's own, with a store's way in and one beside every store. */
record TestDatabase(PostgresServer server, String name) {
    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static @Nullable PostgresServer shared;

    /** On a server that tests share, as long as they do it no harm. */
    static TestDatabase fresh() {
        return on(sharedServer());
    }

    /** On a server of the test's own. */
    static TestDatabase on(PostgresServer server) {
        String name = "test_" + DATABASES.incrementAndGet();
        server.createDatabase(name);
        return new TestDatabase(server, name);
    }

    private static synchronized PostgresServer sharedServer() {
        if (shared == null) {
            shared = PostgresServer.start("deadlock_timeout=50ms");
        }
        return shared;
    }

    static NewEvent event(String id) {
        return NewEvent.of(id, "said", Json.NULL);
    }

    static List<String> ids(SessionStore store, String sessionId) {
        return store.read(sessionId, 0, null).stream().map(Event::id).toList();
    }

    static StoreException failure(Runnable action) {
        StoreException e = catchThrowableOfType(StoreException.class, action::run);
        assertThat(e).as("it fails").isNotNull();
        return e;
    }

    /** Options that give up sooner than a test does. */
    static PostgresStore.Options patient() {
        return PostgresStore.Options.defaults().connections(4).waitLimit(Duration.ofSeconds(8));
    }

    /** Options that give up soon, where that is what is tested. */
    static PostgresStore.Options impatient() {
        return patient().waitLimit(Duration.ofMillis(400));
    }

    String jdbcUrl() {
        return server.jdbcUrl(name);
    }

    /** The same database by another port, such as that of a proxy. */
    String jdbcUrl(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + name + "?user=postgres";
    }

    String url() {
        return server.url(name);
    }

    /** The same database by another port, such as that of a proxy. */
    String url(int port) {
        return "postgres://postgres@127.0.0.1:" + port + "/" + name;
    }

    SessionStore open() {
        return PostgresStore.open(url(), patient());
    }

    SessionStore openImpatient() {
        return PostgresStore.open(url(), impatient());
    }

    Connection connect() throws SQLException {
        return server.connect(name);
    }

    /** Runs statements on a connection of their own. */
    void run(String... statements) {
        try (Connection connection = connect()) {
            run(connection, statements);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    static void run(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The first column of what a query finds. */
    List<String> column(String query) {
        try (Connection connection = connect()) {
            return column(connection, query);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    static List<String> column(Connection connection, String query) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    long number(String query) {
        return Long.parseLong(column(query).get(0));
    }

    /** The backends of stores on this database, but for those that only listen. */
    Stream<String> storeBackends(Connection connection) throws SQLException {
        return column(
                connection,
                "SELECT pid FROM pg_stat_activity WHERE application_name = 'a2' AND datname = '" + name
                        + "' AND query NOT LIKE 'LISTEN%'")
                .stream();
    }
}
