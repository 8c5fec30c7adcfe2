package dev.a2.testservers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * A real Postgres on a free port of this machine, with a folder of its own; it and the folder go when the program that started it
 * goes. Like {@link RedisServer}, to be killed, stopped and started again.
 */
public final class PostgresServer implements AutoCloseable {
    /** The versions that the build brings. */
    public enum Version {
        /** The oldest that is supported; not for ARM. */
        FOURTEEN("14"),
        /** What most tests use. */
        SEVENTEEN("17"),
        /** The newest. */
        EIGHTEEN("18");

        final String folder;

        Version(String folder) {
            this.folder = folder;
        }
    }

    private static final Duration START = Duration.ofSeconds(60);

    /** Fast and good enough for a crash of the server; what tests power loss sets {@code fsync=on}. */
    private static final List<String> SETTINGS = List.of("fsync=off", "max_connections=200", "timezone=UTC");

    private static final String KILL = """
            if read -r server <"$1/data/postmaster.pid" && grep -q "$1/data" "/proc/$server/cmdline"; then
              kill -9 "$server" $(cat "/proc/$server/task/$server/children")
            fi
            """;

    private final PostgresProgram program;
    private final Path folder;
    private final int port = Ports.free();
    private final List<String> settings;
    private final CleanUp cleanUp;
    private Process process;

    private PostgresServer(Version version, List<String> settings) {
        this.program = PostgresProgram.of(version);
        this.settings = new ArrayList<>(SETTINGS);
        this.settings.addAll(settings);
        try {
            this.folder = Files.createTempDirectory("a2-postgres-server-");
            this.cleanUp = new CleanUp(folder, KILL);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        program.account().own(folder);
        program.initialise(folder.resolve("data"));
        this.process = begin();
        awaitAnswer();
    }

    /**
     * A server of version 17 with these settings, such as {@code "fsync=on"}.
     *
     * @throws TestAbortedException if this machine cannot run one, so that a test is skipped; where A2_CI is true, that is a failure
     */
    public static PostgresServer start(String... settings) {
        return start(Version.SEVENTEEN, settings);
    }

    /**
     * A server with these settings, such as {@code "fsync=on"}.
     *
     * @throws TestAbortedException if this machine cannot run one, so that a test is skipped; where A2_CI is true, that is a failure
     */
    public static PostgresServer start(Version version, String... settings) {
        return new PostgresServer(version, List.of(settings));
    }

    private Process begin() {
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("-D", folder.resolve("data").toString(), "-p", "" + port));
        arguments.addAll(List.of("-h", "127.0.0.1", "-k", ""));
        settings.forEach(setting -> arguments.addAll(List.of("-c", setting)));
        try {
            return new ProcessBuilder(program.command("postgres", arguments))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitAnswer() {
        long until = System.nanoTime() + START.toNanos();
        while (true) {
            try (Connection connection = connect("postgres")) {
                connection.isValid(0);
                return;
            } catch (SQLException e) {
                if (!process.isAlive() || System.nanoTime() - until > 0) {
                    String said = said();
                    close();
                    throw new IllegalStateException("Postgres does not answer: " + said, e);
                }
                Eventually.pause();
            }
        }
    }

    private Path log() {
        return folder.resolve("server.log");
    }

    /** All that it wrote into its log. */
    public String said() {
        try {
            return Files.readString(log());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where it listens. */
    public int port() {
        return port;
    }

    /** Its first process. */
    public long pid() {
        return process.pid();
    }

    /** Where it keeps its files. */
    public Path folder() {
        return folder;
    }

    /** Where a JDBC driver finds a database, with the name of a user who may do everything. */
    public String jdbcUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?user=postgres";
    }

    /** Where a store finds a database. */
    public String url(String database) {
        return "postgres://postgres@127.0.0.1:" + port + "/" + database;
    }

    /** A connection of its own for a test; it is closed by who asked for it. */
    public Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(jdbcUrl(database));
    }

    /** Makes an empty database with a name of lower-case letters, digits and {@code _}, and tells its {@link #jdbcUrl}. */
    public String createDatabase(String name) {
        return createDatabase(name, "template1");
    }

    /** Makes a copy of a database that nobody is connected to. */
    public String createDatabase(String name, String template) {
        execute("CREATE DATABASE " + name + " TEMPLATE " + template);
        return jdbcUrl(name);
    }

    /** Cuts all connections to a database, as an administrator can. */
    public void cutConnections(String database) {
        execute("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '" + database + "'");
    }

    /** Kills the process that serves a connection: all others are cut too, and the server recovers as after a crash. It did then. */
    public void killBackend(Connection connection) throws SQLException {
        int pid;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT pg_backend_pid()")) {
            rows.next();
            pid = rows.getInt(1);
        }
        try (Connection other = connect("postgres")) {
            Commands.run("kill", "-9", "" + pid);
            Eventually.holds("others are cut", () -> isCut(other));
        }
        awaitAnswer();
    }

    private static boolean isCut(Connection connection) {
        try {
            return !connection.isValid(1);
        } catch (SQLException e) {
            return true;
        }
    }

    private void execute(String sql) {
        try (Connection connection = connect("postgres");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql + ": " + e.getMessage(), e);
        }
    }

    /** Stops all its processes where they are: connections stay open and nothing answers. */
    public void pause() {
        signal("STOP", process.toHandle());
        process.children().forEach(child -> signal("STOP", child));
    }

    /** Ends a {@link #pause}. */
    public void resume() {
        process.children().forEach(child -> signal("CONT", child));
        signal("CONT", process.toHandle());
    }

    private static void signal(String name, ProcessHandle process) {
        Commands.run("kill", "-" + name, "" + process.pid());
    }

    /** Ends all its processes as a crash would. */
    public void kill() {
        if (!process.isAlive()) {
            return;
        }
        // Stopped, it begins no process that would be missed.
        signal("STOP", process.toHandle());
        List<ProcessHandle> all =
                Stream.concat(Stream.of(process.toHandle()), process.children()).toList();
        all.forEach(ProcessHandle::destroyForcibly);
        awaitEnd();
        Eventually.holds("the server's children end", () -> all.stream().noneMatch(PostgresServer::runs));
    }

    /** Whether it does anything still; not if it only waits for its parent to notice its end. */
    private static boolean runs(ProcessHandle process) {
        try {
            String status = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
            return status.charAt(status.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException e) {
            return false;
        }
    }

    /** Ends it in order: it cuts all connections and writes everything down. */
    public void stop() {
        signal("INT", process.toHandle());
        awaitEnd();
    }

    /** Ends it at once and writes nothing down; it recovers when it starts again. */
    public void stopImmediately() {
        signal("QUIT", process.toHandle());
        awaitEnd();
    }

    /** Starts it again on the same port with what it had on disk. */
    public void again() {
        process = begin();
        awaitAnswer();
    }

    private void awaitEnd() {
        Commands.await(process, "Postgres");
    }

    @Override
    public void close() {
        kill();
        cleanUp.close();
    }
}
