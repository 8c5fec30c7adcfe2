package dev.a2.store.redis;

import dev.a2.tck.StoreTck;
import dev.a2.testservers.RedisServer;

/** The whole contract on Redis 7.0, for a user with the least rights. */
final class RedisStoreTckTest extends StoreTck {
    RedisStoreTckTest() {
        super(RedisFixture.limited(RedisServer.start(RedisServer.Version.SEVEN)));
    }
}
