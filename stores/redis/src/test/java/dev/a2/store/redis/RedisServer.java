package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/** A real server on a free port of this machine, with a folder of its own. The build unpacks the programs. */
final class RedisServer implements TestServers {
    /** The versions that the build brings. */
    enum Version {
        SEVEN("redis-server-7.0.15-linux-"),
        SIX("redis-server-6.2.6-v5-linux-");

        private final String program;

        Version(String program) {
            this.program = program;
        }

        Path program() {
            String machine =
                    System.getProperty("os.arch").toLowerCase(Locale.ROOT).contains("aarch64") ? "arm64" : "amd64";
            return Path.of("target", "redis-servers", program + machine).toAbsolutePath();
        }
    }

    private static final Duration START = Duration.ofSeconds(20);

    private final Version version;
    private final Path folder;
    private final int port;
    private final List<String> settings;
    private Process process;

    private RedisServer(Version version, List<String> settings) {
        this.version = version;
        this.settings = settings;
        try {
            this.folder = Files.createTempDirectory("a2-redis");
            this.port = freePort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.process = begin();
        awaitAnswer();
    }

    /** A server with these settings, such as {@code "--appendonly", "yes"}; it keeps nothing on disk otherwise. */
    static RedisServer start(Version version, String... settings) {
        return new RedisServer(version, List.of(settings));
    }

    /** A cluster's nodes also talk to each other, 10,000 ports higher. */
    private static int freePort() throws IOException {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
            if (isFree(port) && isFree(port + 10_000)) {
                return port;
            }
        }
    }

    private static boolean isFree(int port) throws IOException {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (BindException e) {
            return false;
        }
    }

    private Process begin() {
        Path program = version.program();
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "--port",
                "" + port,
                "--bind",
                "127.0.0.1",
                "--save",
                "",
                "--dir",
                folder.toString()));
        command.addAll(settings);
        try {
            if (!program.toFile().setExecutable(true)) {
                throw new IOException(program + " cannot be made executable");
            }
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("server.log").toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitAnswer() {
        long until = System.nanoTime() + START.toNanos();
        while (true) {
            try (Jedis jedis = jedis()) {
                jedis.ping();
                return;
            } catch (JedisException e) {
                if (System.nanoTime() - until > 0) {
                    throw e;
                }
                Thread.onSpinWait();
            }
        }
    }

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    Path folder() {
        return folder;
    }

    /** A client of its own for a test; it is closed by who asked for it. */
    Jedis jedis() {
        return new Jedis("127.0.0.1", port, 10_000);
    }

    @Override
    public RedisOptions options() {
        return RedisOptions.of("127.0.0.1", port);
    }

    @Override
    public List<RedisServer> servers() {
        return List.of(this);
    }

    /** Ends it as a crash would. */
    void kill() {
        process.destroyForcibly();
        await();
    }

    /** Starts it again with what it had on disk. */
    void again() {
        process = begin();
        awaitAnswer();
    }

    private void await() {
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the server does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        kill();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends its process a signal, such as STOP. */
    void signal(String name) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + name, "" + pid()).start().waitFor())
                .isZero();
    }
}
