package dev.a2.integration;

import dev.a2.store.IdSource;
import dev.a2.store.SessionStore;
import dev.a2.store.memory.MemoryStorage;
import dev.a2.store.memory.MemoryStore;
import dev.a2.store.redis.RedisOptions;
import dev.a2.store.redis.RedisStore;
import dev.a2.store.sql.postgres.PostgresStore;
import dev.a2.store.sql.sqlite.SqliteStore;
import dev.a2.testservers.KeyLockingRules;
import dev.a2.testservers.KeyLockingServer;
import dev.a2.testservers.PostgresServer;
import dev.a2.testservers.RedisCluster;
import dev.a2.testservers.RedisServer;
import dev.a2.testservers.RestBridge;
import dev.a2.testservers.TestServers;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A kind of place where sessions live.
 *
 * @param empty makes one that is empty: a way to open stores on it
 */
record Home(String name, Supplier<Function<IdSource, SessionStore>> empty) {
    @Override
    public String toString() {
        return name;
    }

    /** All kinds, with servers of their own. */
    static final class Street implements AutoCloseable {
        final List<Home> homes = new ArrayList<>();
        private final Deque<AutoCloseable> servers = new ArrayDeque<>();
        private final AtomicInteger made = new AtomicInteger();

        Street(Path folder) {
            homes.add(new Home("memory", Street::memory));
            homes.add(new Home("sqlite", () -> sqlite(folder.resolve("home" + made.incrementAndGet() + ".db"))));
            homes.add(new Home("redis", redis(RedisServer.start(RedisServer.Version.SEVEN))));
            homes.add(new Home("redis cluster", redis(RedisCluster.start(RedisServer.Version.SEVEN))));
            homes.add(new Home(
                    "redis with key locks",
                    redis(KeyLockingServer.start(RedisServer.Version.SEVEN, KeyLockingRules.Reach.DECLARED))));
            homes.add(new Home("redis over http", redis(RestBridge.start(KeyLockingRules.Reach.HASH_TAG))));
            homes.add(new Home("postgres", postgres(PostgresServer.start())));
        }

        private static Function<IdSource, SessionStore> memory() {
            MemoryStorage storage = new MemoryStorage();
            return ids ->
                    MemoryStore.open(storage, MemoryStore.Options.defaults().ids(ids));
        }

        private static Function<IdSource, SessionStore> sqlite(Path file) {
            SqliteStore.Options options = SqliteStore.Options.defaults().sync(SqliteStore.Sync.NORMAL);
            return ids -> SqliteStore.open(file, options.ids(ids));
        }

        private Supplier<Function<IdSource, SessionStore>> redis(TestServers of) {
            servers.push(of);
            return () -> {
                String url = of.url() + "/?prefix=home" + made.incrementAndGet();
                return ids -> RedisStore.open(RedisOptions.of(url).ids(ids));
            };
        }

        private Supplier<Function<IdSource, SessionStore>> postgres(PostgresServer server) {
            servers.push(server);
            return () -> {
                PostgresStore.Options options = PostgresStore.Options.defaults()
                        .schema("home" + made.incrementAndGet())
                        .connections(4);
                return ids -> PostgresStore.open(server.url("postgres"), options.ids(ids));
            };
        }

        @Override
        public void close() throws Exception {
            while (!servers.isEmpty()) {
                servers.pop().close();
            }
        }
    }
}
