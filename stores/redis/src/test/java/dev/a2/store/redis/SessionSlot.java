package dev.a2.store.redis;

import dev.a2.testservers.RedisCluster;

/** Where a cluster has a session. */
final class SessionSlot {
    private SessionSlot() {}

    static int of(String prefix, String sessionId) {
        return RedisCluster.slot(new Keys(prefix).session(sessionId).count());
    }
}
