package dev.a2.store.sql.postgres;

import dev.a2.store.IdSource;
import dev.a2.store.SessionStore;
import dev.a2.tck.ReleasesTck;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.postgresql.PGConnection;

/** Releases are kept as what COPY tells of each table; their schema files never change. */
class PostgresReleasesTest extends ReleasesTck {
    private static final List<String> TABLES =
            List.of("schema_versions", "sessions", "events", "heads", "cursors", "snapshots", "work_marks", "presence");
    private static TestDatabase database;

    private static final AtomicInteger LOADS = new AtomicInteger();

    PostgresReleasesTest() {
        super(Path.of("src/test/resources/dev/a2/store/sql/postgres/releases"));
    }

    @BeforeAll
    static void makeDatabase() {
        database = TestDatabase.fresh();
    }

    private static SessionStore open(String schema, InstantSource clock, IdSource ids) {
        return PostgresStore.open(
                database.url(),
                PostgresStore.Options.defaults().schema(schema).clock(clock).ids(ids));
    }

    @Override
    protected void save(Path kept, Scene scene) throws IOException {
        scene.writeInto((clock, ids) -> open("written", clock, ids));
        try (Connection connection = connect("written")) {
            for (String table : TABLES) {
                try (Writer to = Files.newBufferedWriter(kept.resolve(table + ".txt"))) {
                    connection.unwrap(PGConnection.class).getCopyAPI().copyOut("COPY " + table + " TO STDOUT", to);
                }
            }
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    @Override
    protected SessionStore load(Path kept, InstantSource clock, IdSource ids) throws IOException {
        String schema = "loaded_" + LOADS.incrementAndGet();
        try (Connection connection = connect(schema)) {
            run(connection, "CREATE SCHEMA " + schema);
            run(connection, Trip.files().text(Sql.LEDGER_CREATE).text());
            for (String line : Files.readAllLines(kept.resolve("schema_versions.txt"))) {
                run(
                        connection,
                        Trip.files().schema(List.of(line.split("\t", -1)[1])).get(0));
            }
            for (String table : TABLES) {
                try (Reader from = Files.newBufferedReader(kept.resolve(table + ".txt"))) {
                    connection.unwrap(PGConnection.class).getCopyAPI().copyIn("COPY " + table + " FROM STDIN", from);
                }
            }
            run(connection, "SELECT setval('sessions_session_key_seq', max(session_key)) FROM sessions");
            run(connection, "SELECT setval('presence_changes', coalesce(max(change_number), 1)) FROM presence");
        } catch (SQLException e) {
            throw new IOException(e);
        }
        return open(schema, clock, ids);
    }

    private static Connection connect(String schema) throws SQLException {
        Connection connection = database.connect();
        run(connection, "SET search_path TO " + schema);
        return connection;
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
