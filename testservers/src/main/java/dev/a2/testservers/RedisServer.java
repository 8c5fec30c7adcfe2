package dev.a2.testservers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/** A real server on a free port of this machine, with a folder of its own. */
public final class RedisServer implements TestServers {
    /** The versions that the build brings. */
    public enum Version {
        /** 7.0.15. */
        SEVEN("7.0.15-linux-amd64", "7.0.15-linux-arm64"),
        /** 6.2. */
        SIX("6.2.6-v5-linux-amd64", "6.2.7-linux-arm64");

        final String intel;
        final String arm;

        Version(String intel, String arm) {
            this.intel = intel;
            this.arm = arm;
        }
    }

    /**
     * What it is besides a plain server.
     *
     * @param certificates of an encrypted port; null: it has none
     * @param sentinelRules whom it watches over; null: it is no sentinel
     */
    private record Mode(
            @Nullable Certificates certificates, @Nullable String sentinelRules) {}

    private static final Duration START = Duration.ofSeconds(20);
    private static final Duration END = Duration.ofSeconds(20);
    private static final int PATIENCE_MS = 30_000;

    private final Version version;
    private final Path folder;
    private final int port;
    private final int securePort;
    private final List<String> settings;
    private Process process;

    private RedisServer(Version version, Mode mode, List<String> settings) {
        Certificates certificates = mode.certificates();
        this.version = version;
        this.settings = new ArrayList<>();
        try {
            this.folder = Files.createTempDirectory("a2-redis");
            this.port = Ports.free();
            this.securePort = certificates == null ? 0 : Ports.free();
            if (mode.sentinelRules() != null) {
                // A sentinel writes into it what it learns.
                Path rules = Files.writeString(folder.resolve("sentinel.conf"), mode.sentinelRules());
                this.settings.addAll(List.of(rules.toString(), "--sentinel"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (certificates != null) {
            this.settings.addAll(List.of("--tls-port", "" + securePort, "--tls-cluster", "yes"));
            this.settings.addAll(certificates.settings());
        }
        if (mode.sentinelRules() == null) {
            this.settings.addAll(List.of("--save", "", "--repl-diskless-sync-delay", "0"));
        }
        this.settings.addAll(settings);
        this.process = begin();
        awaitAnswer();
    }

    /** A server with these settings, such as {@code "--appendonly", "yes"}; it keeps nothing on disk otherwise. */
    public static RedisServer start(Version version, String... settings) {
        return new RedisServer(version, new Mode(null, null), List.of(settings));
    }

    /** One that also listens on a port where it shows the certificate of the holder {@code server}. */
    public static RedisServer startSecure(Version version, Certificates certificates, String... settings) {
        return new RedisServer(version, new Mode(certificates, null), List.of(settings));
    }

    /** One that holds nothing and watches over others. */
    static RedisServer startSentinel(Version version, String rules) {
        return new RedisServer(version, new Mode(null, rules), List.of());
    }

    /** A server of the same version that has all that another has. */
    public static RedisServer replicaOf(RedisServer primary, String... settings) {
        List<String> all = new ArrayList<>(List.of("--replicaof", "127.0.0.1 " + primary.port));
        all.addAll(List.of(settings));
        RedisServer replica = new RedisServer(primary.version, new Mode(null, null), all);
        replica.awaitInStep();
        return replica;
    }

    private Process begin() {
        // A shell that ignores the signal of too large files, so that limitFiles makes writes fail.
        List<String> command = new ArrayList<>(List.of("sh", "-c", "trap '' XFSZ; exec \"$@\"", "sh"));
        command.add(RedisProgram.of(version).toString());
        command.addAll(settings);
        command.addAll(List.of("--port", "" + port, "--bind", "127.0.0.1", "--dir", folder.toString()));
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            folder.resolve("server.log").toFile()))
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
                Eventually.pause();
            }
        }
    }

    /** Waits until it has what its primary has. */
    void awaitInStep() {
        try (Jedis jedis = jedis()) {
            Eventually.holds(
                    "a replica in step", () -> jedis.info("replication").contains("master_link_status:up"));
        }
    }

    /** Where it listens. */
    public int port() {
        return port;
    }

    /** Where it listens for encrypted connections; 0: nowhere. */
    public int securePort() {
        return securePort;
    }

    /** Whether its process runs. */
    boolean isAlive() {
        return process.isAlive();
    }

    /** Its process. */
    public long pid() {
        return process.pid();
    }

    /** Where it keeps its files. */
    public Path folder() {
        return folder;
    }

    /** A client of its own for a test; it is closed by who asked for it. */
    public Jedis jedis() {
        return new Jedis("127.0.0.1", port, PATIENCE_MS);
    }

    @Override
    public String url() {
        return "redis://127.0.0.1:" + port;
    }

    @Override
    public List<RedisServer> servers() {
        return List.of(this);
    }

    /** Ends it as a crash would, and a child that writes for it. */
    public void kill() {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        await();
        Eventually.holds("the server's children end", () -> children.stream().noneMatch(ProcessHandle::isAlive));
    }

    /** Starts it again with what it had on disk. */
    public void again() {
        process = begin();
        awaitAnswer();
    }

    /** Sends its process a signal, such as STOP or CONT. */
    public void signal(String name) {
        Commands.run("kill", "-" + name, "" + pid());
    }

    /** None of its files may grow beyond so many bytes, as on a full disk; {@code unlimited} ends that. */
    public void limitFiles(String bytes) {
        Commands.run("prlimit", "--pid", "" + pid(), "--fsize=" + bytes + ":unlimited");
    }

    private void await() {
        try {
            if (!process.waitFor(END.toSeconds(), TimeUnit.SECONDS)) {
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
}
