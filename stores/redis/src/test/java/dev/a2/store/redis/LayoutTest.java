package dev.a2.store.redis;

import dev.a2.testservers.RedisServer;

/** The layout's bytes on Redis 7.0. */
final class LayoutTest extends LayoutVectors {
    LayoutTest() {
        super(RedisServer.start(RedisServer.Version.SEVEN));
    }
}
