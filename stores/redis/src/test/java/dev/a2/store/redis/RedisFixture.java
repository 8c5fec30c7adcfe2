package dev.a2.store.redis;

import dev.a2.store.IdSource;
import dev.a2.store.SessionStore;
import dev.a2.tck.StoreFixture;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/** Storages as key prefixes on one server. */
final class RedisFixture implements StoreFixture {
    private final RedisServer server;
    private final AtomicInteger prefixes = new AtomicInteger();

    RedisFixture(RedisServer.Version version) {
        server = RedisServer.start(version);
    }

    @Override
    public Storage freshStorage() {
        return new PrefixStorage(server, "t" + prefixes.incrementAndGet());
    }

    @Override
    public void close() {
        server.close();
    }

    private record PrefixStorage(RedisServer server, String prefix) implements Storage {
        @Override
        public SessionStore open(InstantSource clock, IdSource ids) {
            return RedisStore.open(server.options().prefix(prefix).clock(clock).ids(ids));
        }

        @Override
        public void loseEvent(String sessionId, long index) {
            try (Jedis jedis = server.jedis()) {
                jedis.xdel(new Keys(prefix).session(sessionId).log(), Command.bytes(index + "-0"));
            }
        }

        @Override
        public void loseWorkIndex() {
            delete(prefix + ":x:*");
        }

        private void delete(String pattern) {
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
