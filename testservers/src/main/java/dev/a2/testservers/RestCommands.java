package dev.a2.testservers;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisDataException;

/** Carries out commands for a {@link RestBridge}. */
final class RestCommands implements AutoCloseable {
    /** Those that need a connection of one's own, or are not offered for other reasons. */
    private static final Set<String> REFUSED = Set.of(
            "AUTH",
            "BLPOP",
            "BRPOP",
            "CLIENT",
            "CLUSTER",
            "CONFIG",
            "DISCARD",
            "EXEC",
            "HELLO",
            "MONITOR",
            "MULTI",
            "PSUBSCRIBE",
            "SELECT",
            "SHUTDOWN",
            "SUBSCRIBE",
            "UNSUBSCRIBE",
            "UNWATCH",
            "WAIT",
            "WAITAOF",
            "WATCH");

    private static final Set<String> READS = Set.of(
            "EXISTS", "GET", "HGET", "HGETALL", "HMGET", "MGET", "SMEMBERS", "XRANGE", "XREVRANGE", "ZRANGE", "ZSCORE");

    private final RedisServer server;
    private final KeyLockingRules rules;
    private final ConcurrentLinkedQueue<Connection> idle = new ConcurrentLinkedQueue<>();
    private volatile boolean forgetful;
    private volatile @Nullable RedisServer frozen;
    private volatile long frozenAt;

    RestCommands(RedisServer server, KeyLockingRules rules) {
        this.server = server;
        this.rules = rules;
    }

    void forgetful(boolean forgets) {
        forgetful = forgets;
    }

    /** Keeps a copy as of now, after so many writes. */
    void freeze(long writes) {
        RedisServer copy = RedisServer.replicaOf(server);
        try (Jedis jedis = copy.jedis()) {
            jedis.replicaofNoOne();
        }
        frozenAt = writes;
        frozen = copy;
    }

    /** One after the other, for somebody who has seen so many writes. */
    List<Object> each(List<List<byte[]>> asked, long seen) {
        RedisServer copy = frozen;
        boolean reads = asked.stream().allMatch(words -> READS.contains(name(words)));
        if (copy != null && reads && seen <= frozenAt) {
            try (Jedis jedis = copy.jedis()) {
                return each(asked, jedis.getConnection());
            }
        }
        return with(connection -> each(asked, connection));
    }

    private List<Object> each(List<List<byte[]>> asked, Connection connection) {
        List<Object> replies = new ArrayList<>();
        for (List<byte[]> words : asked) {
            if (forgetful) {
                send(connection, List.of(bytes("SCRIPT"), bytes("FLUSH")));
            }
            replies.add(
                    REFUSED.contains(name(words))
                            ? new JedisDataException("ERR Command is not available: '" + name(words) + "'")
                            : send(connection, rules.instead(words)));
        }
        return replies;
    }

    /** As a transaction; one reply alone, an error, when there was none. */
    List<Object> together(List<List<byte[]>> asked) {
        return with(connection -> {
            send(connection, List.of(bytes("MULTI")));
            asked.forEach(words -> send(connection, rules.instead(words)));
            Object reply = send(connection, List.of(bytes("EXEC")));
            return reply instanceof List<?> list ? new ArrayList<>(list) : List.of(reply);
        });
    }

    void reconnect() {
        for (Connection connection = idle.poll(); connection != null; connection = idle.poll()) {
            connection.close();
        }
    }

    private interface Work {
        List<Object> of(Connection connection);
    }

    private List<Object> with(Work work) {
        Connection connection = idle.poll();
        if (connection == null) {
            connection = server.jedis().getConnection();
        }
        try {
            List<Object> done = work.of(connection);
            idle.add(connection);
            return done;
        } catch (RuntimeException e) {
            connection.close();
            reconnect();
            throw e;
        }
    }

    /** No reply is told by a text of its own, as lists here hold no null. */
    private static @Nullable Object send(Connection connection, List<byte[]> words) {
        CommandArguments arguments = new CommandArguments(() -> words.get(0));
        words.subList(1, words.size()).forEach(arguments::add);
        try {
            connection.sendCommand(arguments);
            return connection.getOne();
        } catch (JedisDataException e) {
            return e;
        }
    }

    private static String name(List<byte[]> words) {
        return new String(words.get(0), Protocol.CHARSET).toUpperCase(Locale.ROOT);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        idle.forEach(Connection::close);
        RedisServer copy = frozen;
        if (copy != null) {
            copy.close();
        }
    }
}
