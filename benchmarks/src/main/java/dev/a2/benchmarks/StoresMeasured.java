package dev.a2.benchmarks;

import dev.a2.store.SessionStore;
import dev.a2.store.memory.MemoryStore;
import dev.a2.store.redis.RedisOptions;
import dev.a2.store.redis.RedisStore;
import dev.a2.store.sql.postgres.PostgresStore;
import dev.a2.store.sql.sqlite.SqliteStore;
import dev.a2.testservers.KeyLockingRules;
import dev.a2.testservers.PostgresServer;
import dev.a2.testservers.RedisServer;
import dev.a2.testservers.RestBridge;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;
import redis.clients.jedis.Jedis;

/** Every store, each on a server of its own, with the settings that one would run it with. */
final class StoresMeasured implements AutoCloseable {
    private static final String VALUE = "x".repeat(200);

    /**
     * A store and what its database can do.
     *
     * @param leastWrite stores 200 bytes without reading anything, as durably, on a connection of each caller's own
     */
    record Measured(String name, SessionStore store, IntConsumer leastWrite) {}

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final List<Measured> all = new ArrayList<>();
    private final Measured sqlite;

    StoresMeasured(Path folder) throws SQLException {
        Map<Integer, String> map = new ConcurrentHashMap<>();
        all.add(new Measured("memory", opened(MemoryStore.open()), caller -> map.put(caller, VALUE)));
        sqlite = sqlite(folder);
        all.add(sqlite);
        all.add(redis("redis, synced every second", redisServer("everysec")));
        all.add(redis("redis, synced always", redisServer("always")));
        RedisServer behind = redis("everysec"); // the bridge closes it
        RestBridge bridge = opened(RestBridge.over(behind, KeyLockingRules.Reach.HASH_TAG));
        all.add(redis("redis over http, synced every second", behind, bridge.url()));
        all.add(postgres());
    }

    List<Measured> all() {
        return all;
    }

    /** What the others are compared with. */
    Measured sqlite() {
        return sqlite;
    }

    private synchronized <T extends AutoCloseable> T opened(T resource) {
        open.push(resource);
        return resource;
    }

    private Measured sqlite(Path folder) throws SQLException {
        PlainInserts inserts = opened(new PlainInserts(folder.resolve("plain.db")));
        SessionStore store = opened(SqliteStore.open(folder.resolve("stores.db")));
        return new Measured("sqlite", store, caller -> inserts.insert());
    }

    private RedisServer redisServer(String sync) {
        return opened(redis(sync));
    }

    private static RedisServer redis(String sync) {
        return RedisServer.start(RedisServer.Version.SEVEN, "--appendonly", "yes", "--appendfsync", sync);
    }

    private Measured redis(String name, RedisServer server) {
        return redis(name, server, server.url());
    }

    private Measured redis(String name, RedisServer server, String url) {
        Map<Integer, Jedis> connections = new ConcurrentHashMap<>();
        SessionStore store = opened(RedisStore.open(RedisOptions.of(url)));
        return new Measured(
                name,
                store,
                caller -> connections
                        .computeIfAbsent(caller, any -> opened(server.jedis()))
                        .set("least " + caller, VALUE));
    }

    private Measured postgres() {
        PostgresServer server = opened(PostgresServer.start("fsync=on"));
        SessionStore store = opened(PostgresStore.open(server.url("postgres")));
        server.createDatabase("least");
        run(server, "CREATE TABLE least (caller int, value text)");
        Map<Integer, PreparedStatement> statements = new ConcurrentHashMap<>();
        return new Measured("postgres", store, caller -> {
            PreparedStatement insert = statements.computeIfAbsent(caller, any -> insert(server));
            try {
                insert.setInt(1, caller);
                insert.setString(2, VALUE);
                insert.executeUpdate();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static void run(PostgresServer server, String sql) {
        try (Connection connection = server.connect("least");
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.execute();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private PreparedStatement insert(PostgresServer server) {
        try {
            return opened(server.connect("least")).prepareStatement("INSERT INTO least VALUES (?, ?)");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }
}
