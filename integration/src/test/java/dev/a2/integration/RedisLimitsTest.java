package dev.a2.integration;

import dev.a2.store.redis.RedisOptions;
import dev.a2.store.redis.RedisStore;
import dev.a2.testservers.RedisServer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;

class RedisLimitsTest extends LimitsRules {
    private static final AtomicInteger TESTS = new AtomicInteger();
    private static final RedisServer SERVER = RedisServer.start(RedisServer.Version.SEVEN);

    RedisLimitsTest() {
        super(
                RedisStore.open(RedisOptions.of("127.0.0.1", SERVER.port())
                        .prefix("test-" + TESTS.incrementAndGet())
                        .lanes(4)),
                20_000);
    }

    @AfterAll
    static void stop() {
        SERVER.close();
    }
}
