package dev.a2.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/** A Redis server of this program's own, on a free port of this machine, which keeps nothing on disk. */
final class RedisProcess implements AutoCloseable {
    private static final Pattern SCRIPT_TIME = Pattern.compile("cmdstat_evalsha:.*usec_per_call=([0-9.]+)");
    private static final long START_MS = 10_000;

    private final Process process;
    private final int port;

    RedisProcess(Path folder) throws IOException, InterruptedException {
        String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT).contains("aarch64") ? "arm64" : "amd64";
        Path program = folder.resolve("redis-server");
        try (InputStream in = RedisProcess.class.getResourceAsStream("/redis-server-7.0.15-linux-" + machine)) {
            if (in == null) {
                throw new IOException("there is no Redis server for " + machine + " in the class path");
            }
            Files.copy(in, program);
        }
        if (!program.toFile().setExecutable(true)) {
            throw new IOException(program + " cannot be made executable");
        }
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        process = new ProcessBuilder(
                        program.toString(),
                        "--port",
                        "" + port,
                        "--bind",
                        "127.0.0.1",
                        "--save",
                        "",
                        "--dir",
                        "" + folder)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("server.log").toFile())
                .start();
        awaitAnswer();
    }

    private void awaitAnswer() throws InterruptedException {
        for (long waitedMs = 0; ; waitedMs += 5) {
            try (Jedis jedis = jedis()) {
                jedis.ping();
                return;
            } catch (JedisException e) {
                if (waitedMs > START_MS) {
                    throw e;
                }
                Thread.sleep(5);
            }
        }
    }

    int port() {
        return port;
    }

    Jedis jedis() {
        return new Jedis("127.0.0.1", port, 60_000);
    }

    void empty() {
        try (Jedis jedis = jedis()) {
            jedis.flushAll();
        }
    }

    void forgetTimes() {
        try (Jedis jedis = jedis()) {
            jedis.configResetStat();
        }
    }

    /** Mean microseconds that a script took since {@link #forgetTimes}; 0 if none ran. */
    double scriptMicros() {
        try (Jedis jedis = jedis()) {
            Matcher time = SCRIPT_TIME.matcher(jedis.info("commandstats"));
            return time.find() ? Double.parseDouble(time.group(1)) : 0;
        }
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor(10, TimeUnit.SECONDS);
    }
}
