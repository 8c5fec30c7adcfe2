package dev.a2.store.redis;

import dev.a2.testservers.RedisServer;

/** Calls to Redis 7.0. */
final class CommandBudgetTest extends CommandBudgets {
    CommandBudgetTest() {
        super(RedisServer.start(RedisServer.Version.SEVEN), Script.Form.PLAIN);
    }
}
