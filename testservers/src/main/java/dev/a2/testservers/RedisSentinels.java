package dev.a2.testservers;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import redis.clients.jedis.Jedis;

/** A primary, its replica, and three sentinels that watch over them. */
public final class RedisSentinels implements TestServers {
    /** The primary's name with the sentinels. */
    public static final String NAME = "main";

    private static final int SENTINELS = 3;

    private final RedisServer primary;
    private final RedisServer replica;
    private final List<RedisServer> sentinels = new ArrayList<>();

    private RedisSentinels(RedisServer.Version version, String... settings) {
        primary = RedisServer.start(version, settings);
        replica = RedisServer.replicaOf(primary, settings);
        String rules = """
                sentinel monitor main 127.0.0.1 %d 2
                sentinel down-after-milliseconds main 500
                sentinel failover-timeout main 3000
                """.formatted(primary.port());
        for (int i = 0; i < SENTINELS; i++) {
            sentinels.add(RedisServer.startSentinel(version, rules));
        }
        Eventually.holds(
                "sentinels that know each other and the replica",
                () -> sentinels.stream().allMatch(RedisSentinels::knowsAll));
    }

    /** Servers with these settings; they keep nothing on disk otherwise. */
    public static RedisSentinels start(RedisServer.Version version, String... settings) {
        return new RedisSentinels(version, settings);
    }

    private static boolean knowsAll(RedisServer sentinel) {
        try (Jedis jedis = sentinel.jedis()) {
            return jedis.info("sentinel").contains("status=ok")
                    && jedis.info("sentinel").contains("slaves=1,sentinels=3");
        }
    }

    /** Where the primary was at first. */
    public RedisServer primary() {
        return primary;
    }

    /** The server that takes over. */
    public RedisServer replica() {
        return replica;
    }

    /** One of those who watch. */
    public RedisServer sentinel(int i) {
        return sentinels.get(i);
    }

    /** Has the replica take over, while the primary lives on and becomes a replica. */
    public void failOver() {
        try (Jedis jedis = sentinel(0).jedis()) {
            jedis.sentinelFailover(NAME);
        }
    }

    @Override
    public String url() {
        return sentinels.stream()
                .map(sentinel -> "127.0.0.1:" + sentinel.port())
                .collect(Collectors.joining(",", "redis+sentinel://", "/" + NAME));
    }

    @Override
    public List<RedisServer> servers() {
        return List.of(primary, replica);
    }

    @Override
    public void close() {
        sentinels.forEach(RedisServer::close);
        replica.close();
        primary.close();
    }
}
