package dev.a2.store.redis;

import dev.a2.testservers.RedisServer;

/** Moving slots on Redis 7.0. */
final class SlotMigrationTest extends SlotMigrations {
    SlotMigrationTest() {
        super(RedisServer.Version.SEVEN);
    }
}
