package dev.a2.benchmarks;

import dev.a2.testservers.RedisServer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.Jedis;

/** A Redis server of this program's own, which keeps nothing on disk, and the time that it needs. */
record MeasuredServer(RedisServer server) implements AutoCloseable {
    private static final Pattern SCRIPT_TIME = Pattern.compile("cmdstat_evalsha:.*usec_per_call=([0-9.]+)");

    static MeasuredServer start() {
        return new MeasuredServer(RedisServer.start(RedisServer.Version.SEVEN));
    }

    int port() {
        return server.port();
    }

    Jedis jedis() {
        return server.jedis();
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
    public void close() {
        server.close();
    }
}
