package dev.a2.testservers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.opentest4j.TestAbortedException;

/**
 * A real PgBouncer of this machine in front of a Postgres. It shares connections by transaction: each transaction of a client may
 * run on another of them.
 */
public final class PgBouncer implements AutoCloseable {
    private final PostgresServer server;
    private final int port = Ports.free();
    private final Process process;
    private final CleanUp cleanUp;

    private PgBouncer(PostgresServer server) {
        this.server = server;
        Account account = Account.unprivileged();
        try {
            Path folder = Files.createTempDirectory("a2-pgbouncer-");
            Path settings = Files.writeString(folder.resolve("pgbouncer.ini"), settings());
            Path log = folder.resolve("pgbouncer.log");
            account.own(folder);
            process = new ProcessBuilder(account.running(List.of(program().toString(), settings.toString())))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            cleanUp = new CleanUp(folder, kill());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Eventually.holds("PgBouncer listens", this::listens);
    }

    private String settings() {
        return """
                [databases]
                * = host=127.0.0.1 port=%d user=postgres
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = any
                pool_mode = transaction
                default_pool_size = 8
                max_client_conn = 500
                """.formatted(server.port(), port);
    }

    /** Kills the process, if the one of its number still works in the folder. */
    private String kill() {
        return "grep -q \"$1\" /proc/%1$d/cmdline && kill -9 %1$d".formatted(process.pid());
    }

    private boolean listens() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static Path program() {
        for (String folder : List.of("/usr/sbin", "/usr/bin", "/usr/local/bin")) {
            Path program = Path.of(folder, "pgbouncer");
            if (Files.isExecutable(program)) {
                return program;
            }
        }
        throw Commands.missing("this test needs pgbouncer");
    }

    /**
     * One in front of this server.
     *
     * @throws TestAbortedException if this machine has none, so that a test is skipped; where A2_CI is true, that is a failure
     */
    public static PgBouncer before(PostgresServer server) {
        return new PgBouncer(server);
    }

    /** What it stands before. */
    public PostgresServer server() {
        return server;
    }

    /** Where a JDBC driver finds a database by it. */
    public String jdbcUrl(String database) {
        return server.jdbcUrl(database).replace(":" + server.port() + "/", ":" + port + "/");
    }

    /** Where it listens. */
    public int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        Commands.await(process, "PgBouncer");
        cleanUp.close();
    }
}
