package dev.a2.store.redis;

import dev.a2.testservers.RedisServer;

/** Moving slots on Redis 6.2. */
final class Redis6SlotMigrationTest extends SlotMigrations {
    Redis6SlotMigrationTest() {
        super(RedisServer.Version.SIX);
    }
}
