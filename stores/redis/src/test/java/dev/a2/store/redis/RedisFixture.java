package dev.a2.store.redis;

import dev.a2.store.IdSource;
import dev.a2.store.SessionStore;
import dev.a2.tck.StoreFixture;
import dev.a2.testservers.RedisServer;
import dev.a2.testservers.TestServers;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/** Storages as key prefixes, all below the one that the documentation gives a user. */
final class RedisFixture implements StoreFixture {
    private final TestServers servers;
    private final RedisOptions options;
    private final AtomicInteger prefixes = new AtomicInteger();

    private RedisFixture(TestServers servers, RedisOptions options) {
        this.servers = servers;
        this.options = options;
    }

    /** Stores may do everything. */
    static RedisFixture unlimited(TestServers servers) {
        return new RedisFixture(servers, RedisOptions.of(servers.url()));
    }

    /** Stores may do what the documentation says that they need, and no more. */
    static RedisFixture limited(TestServers servers) {
        return new RedisFixture(servers, LimitedUser.on(servers));
    }

    @Override
    public Storage freshStorage() {
        return new PrefixStorage(servers, options.prefix("a2:t" + prefixes.incrementAndGet()));
    }

    @Override
    public void close() {
        servers.close();
    }

    private record PrefixStorage(TestServers servers, RedisOptions options) implements Storage {
        @Override
        public SessionStore open(InstantSource clock, IdSource ids) {
            String source = UUID.randomUUID().toString();
            return RedisStore.open(options.clock(clock).ids(ids).source(source));
        }

        @Override
        public void loseEvent(String sessionId, long index) {
            byte[] log = new Keys(options.prefix()).session(sessionId).log();
            try (Commands commands = RedisStore.commands(options)) {
                commands.run(log, Command.of("XDEL", log, index + "-0"));
            }
        }

        @Override
        public void loseWorkIndex() {
            delete(options.prefix() + ":x:*");
        }

        private void delete(String pattern) {
            servers.servers().forEach(server -> delete(server, pattern));
        }

        private static void delete(RedisServer server, String pattern) {
            try (Jedis jedis = server.jedis()) {
                String cursor = ScanParams.SCAN_POINTER_START;
                do {
                    ScanResult<String> page =
                            jedis.scan(cursor, new ScanParams().match(pattern).count(1_000));
                    page.getResult().forEach(jedis::unlink);
                    cursor = page.getCursor();
                } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
            }
        }

        @Override
        public void close() {
            delete(options.prefix() + ":*");
        }
    }
}
