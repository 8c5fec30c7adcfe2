package dev.a2.testservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.testservers.PostgresServer.Version;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class PostgresServerTest {
    private static PostgresServer shared;

    @BeforeAll
    static void start() {
        shared = PostgresServer.start("max_connections=30");
    }

    @AfterAll
    static void end() {
        shared.close();
    }

    @ParameterizedTest
    @EnumSource
    void aKilledServerComesBackWithWhatWasOnDisk(Version version) throws SQLException {
        PostgresServer server = PostgresServer.start(version, "fsync=on");
        Path folder = server.folder();
        try (server) {
            assertThat(ask(server, "postgres", "SHOW server_version")).startsWith(version.folder + ".");
            assertThat(ask(server, "postgres", "SHOW fsync")).isEqualTo("on");
            write(server, "postgres");
            server.kill();
            assertThatThrownBy(() -> server.connect("postgres")).isInstanceOf(SQLException.class);
            server.again();

            assertThat(ask(server, "postgres", "SELECT a FROM t")).isEqualTo("1");
        }
        Eventually.holds("its folder is removed", () -> !Files.exists(folder));
    }

    @Test
    void anyStopKeepsWhatWasCommitted() throws SQLException {
        shared.createDatabase("stops");
        write(shared, "stops");
        List<Consumer<PostgresServer>> ways = List.of(PostgresServer::stop, PostgresServer::stopImmediately);
        for (Consumer<PostgresServer> way : ways) {
            int port = shared.port();

            way.accept(shared);
            shared.again();

            assertThat(ask(shared, "stops", "SELECT a FROM t")).isEqualTo("1");
            assertThat(shared.port()).isEqualTo(port);
        }
    }

    @Test
    void databasesAreCopiedAndApartFromEachOther() throws SQLException {
        shared.createDatabase("original");
        write(shared, "original");

        shared.createDatabase("copy", "original");
        shared.createDatabase("empty");

        assertThat(ask(shared, "copy", "SELECT a FROM t")).isEqualTo("1");
        assertThatThrownBy(() -> ask(shared, "empty", "SELECT a FROM t")).hasMessageContaining("does not exist");
    }

    @Test
    void aPausedServerAnswersWhenItIsResumed() throws SQLException {
        shared.createDatabase("pauses");
        try (Connection connection = shared.connect("pauses")) {
            shared.pause();
            CompletableFuture<Boolean> answer = CompletableFuture.supplyAsync(() -> isValid(connection));
            assertThatThrownBy(() -> answer.get(50, TimeUnit.MILLISECONDS)).isNotNull();
            shared.resume();

            assertThat(answer).succeedsWithin(30, TimeUnit.SECONDS).isEqualTo(true);
        }
    }

    @Test
    void aKilledBackendCutsAllConnectionsAndTheServerRecovers() throws SQLException {
        try (Connection killed = shared.connect("postgres");
                Connection other = shared.connect("postgres")) {
            shared.killBackend(killed);

            assertThatThrownBy(() -> ask(killed, "SELECT 1")).isInstanceOf(SQLException.class);
            Eventually.holds("the server recovers", () -> canConnect(shared));
            assertThat(isValid(other)).isFalse();
        }
    }

    @Test
    void connectionsToOneDatabaseAreCut() throws SQLException {
        shared.createDatabase("cuts");
        try (Connection cut = shared.connect("cuts");
                Connection other = shared.connect("postgres")) {
            shared.cutConnections("cuts");

            assertThat(isValid(cut)).isFalse();
            assertThat(isValid(other)).isTrue();
        }
    }

    @Test
    void aServerThatCannotStartSaysWhy() {
        assertThatThrownBy(() -> PostgresServer.start("no_such_setting=1")).hasMessageContaining("no_such_setting");
    }

    @Test
    void aServerGoesWithTheProgramThatStartedIt() throws Exception {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ServerAlone.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = program.inputReader()) {
            Path folder = Path.of(said.readLine());
            ProcessHandle server =
                    ProcessHandle.of(Long.parseLong(said.readLine())).orElseThrow();
            assertThat(server.isAlive()).isTrue();

            program.destroyForcibly();

            Eventually.holds("the server ends", () -> !server.isAlive() && !Files.exists(folder));
        } finally {
            program.destroyForcibly();
        }
    }

    /** A program that leaves its server alone. */
    static final class ServerAlone {
        private ServerAlone() {}

        public static void main(String[] args) throws InterruptedException {
            PostgresServer server = PostgresServer.start();
            System.out.println(server.folder());
            System.out.println(server.pid());
            Thread.sleep(60_000);
        }
    }

    private static void write(PostgresServer server, String database) throws SQLException {
        try (Connection connection = server.connect(database);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t AS SELECT 1 AS a");
        }
    }

    private static String ask(PostgresServer server, String database, String sql) throws SQLException {
        try (Connection connection = server.connect(database)) {
            return ask(connection, sql);
        }
    }

    private static String ask(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static boolean canConnect(PostgresServer server) {
        try (Connection connection = server.connect("postgres")) {
            return isValid(connection);
        } catch (SQLException e) {
            return false;
        }
    }

    private static boolean isValid(Connection connection) {
        try {
            return connection.isValid(30);
        } catch (SQLException e) {
            return false;
        }
    }
}
