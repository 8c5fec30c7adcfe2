package dev.a2.store.redis;

import dev.a2.store.IdSource;
import dev.a2.store.SessionStore;
import dev.a2.tck.StoreFixture;
import dev.a2.testservers.RedisServer;
import dev.a2.testservers.TestServers;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/** Storages as key prefixes. */
final class RedisFixture implements StoreFixture {
    private final TestServers servers;
    private final AtomicInteger prefixes = new AtomicInteger();

    RedisFixture(TestServers servers) {
        this.servers = servers;
    }

    @Override
    public Storage freshStorage() {
        return new PrefixStorage(servers, "t" + prefixes.incrementAndGet());
    }

    @Override
    public void close() {
        servers.close();
    }

    private record PrefixStorage(TestServers servers, String prefix) implements Storage {
        @Override
        public SessionStore open(InstantSource clock, IdSource ids) {
            return RedisStore.open(
                    RedisOptions.of(servers.url()).prefix(prefix).clock(clock).ids(ids));
        }

        @Override
        public void loseEvent(String sessionId, long index) {
            byte[] log = new Keys(prefix).session(sessionId).log();
            try (Commands commands = RedisStore.commands(RedisOptions.of(servers.url()))) {
                commands.run(log, Command.of("XDEL", log, index + "-0"));
            }
        }

        @Override
        public void loseWorkIndex() {
            delete(prefix + ":x:*");
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
            delete(prefix + ":*");
        }
    }
}
