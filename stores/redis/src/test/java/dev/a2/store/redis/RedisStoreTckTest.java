package dev.a2.store.redis;

import dev.a2.tck.StoreTck;
import dev.a2.testservers.RedisServer;

/** The whole contract on Redis 7.0. */
final class RedisStoreTckTest extends StoreTck {
    RedisStoreTckTest() {
        super(new RedisFixture(RedisServer.start(RedisServer.Version.SEVEN)));
    }
}
