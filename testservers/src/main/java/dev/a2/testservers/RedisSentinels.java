package dev.a2.testservers;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

/** A primary, its replica, and three sentinels that watch over them. */
public final class RedisSentinels implements TestServers {
    /** The primary's name with the sentinels. */
    public static final String NAME = "main";

    private static final int SENTINELS = 3;

    private final RedisServer first;
    private final RedisServer second;
    private final List<RedisServer> sentinels = new ArrayList<>();

    private RedisSentinels(RedisServer.Version version, String... settings) {
        first = RedisServer.start(version, settings);
        second = RedisServer.replicaOf(first, settings);
        String rules = """
                sentinel monitor main 127.0.0.1 %d 2
                sentinel down-after-milliseconds main 500
                sentinel failover-timeout main 3000
                """.formatted(first.port());
        for (int i = 0; i < SENTINELS; i++) {
            sentinels.add(RedisServer.startSentinel(version, rules));
        }
        settle();
    }

    /** Starts those that were killed, and waits until all know who is the primary, the replica, and who watches. */
    public void settle() {
        Stream.concat(servers().stream(), sentinels.stream())
                .filter(server -> !server.isAlive())
                .forEach(RedisServer::again);
        Eventually.holds(
                "one server follows the other",
                () -> (isPrimary(first) && follows(second, first)) || (isPrimary(second) && follows(first, second)));
        Eventually.holds(
                "sentinels that know each other and both servers",
                () -> sentinels.stream().allMatch(this::knowsAll));
    }

    private static boolean isPrimary(RedisServer server) {
        return tells(server).contains("role:master");
    }

    private static boolean follows(RedisServer replica, RedisServer primary) {
        return tells(replica).contains("master_port:" + primary.port())
                && tells(replica).contains("master_link_status:up");
    }

    private static String tells(RedisServer server) {
        try (Jedis jedis = server.jedis()) {
            return jedis.info("replication");
        }
    }

    /** Servers with these settings; they keep nothing on disk otherwise. */
    public static RedisSentinels start(RedisServer.Version version, String... settings) {
        return new RedisSentinels(version, settings);
    }

    private boolean knowsAll(RedisServer sentinel) {
        try (Jedis jedis = sentinel.jedis()) {
            return jedis.info("sentinel")
                    .contains("status=ok,address=127.0.0.1:" + primary().port() + ",slaves=1,sentinels=3");
        }
    }

    /** Who is it now. */
    public RedisServer primary() {
        return isPrimary(first) ? first : second;
    }

    /** The server that takes over. */
    public RedisServer replica() {
        return isPrimary(first) ? second : first;
    }

    /** One of those who watch. */
    public RedisServer sentinel(int i) {
        return sentinels.get(i);
    }

    /** Has the replica take over, while the primary lives on and becomes a replica. */
    public void failOver() {
        Eventually.holds("a sentinel that finds the replica good enough", () -> {
            try (Jedis jedis = sentinel(0).jedis()) {
                jedis.sentinelFailover(NAME);
                return true;
            } catch (JedisDataException e) {
                if (String.valueOf(e.getMessage()).startsWith("NOGOODSLAVE")) {
                    return false;
                }
                throw e;
            }
        });
    }

    @Override
    public String url() {
        return sentinels.stream()
                .map(sentinel -> "127.0.0.1:" + sentinel.port())
                .collect(Collectors.joining(",", "redis+sentinel://", "/" + NAME));
    }

    @Override
    public List<RedisServer> servers() {
        return List.of(first, second);
    }

    @Override
    public void close() {
        sentinels.forEach(RedisServer::close);
        second.close();
        first.close();
    }
}
