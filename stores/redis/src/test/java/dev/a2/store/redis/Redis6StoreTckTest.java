package dev.a2.store.redis;

import dev.a2.tck.StoreTck;
import dev.a2.testservers.RedisServer;

/** The whole contract on Redis 6.2, in another place ({@link AnotherPlaceTest}). */
final class Redis6StoreTckTest extends StoreTck {
    Redis6StoreTckTest() {
        super(RedisFixture.unlimited(RedisServer.start(RedisServer.Version.SIX)));
    }
}
