package dev.a2.store.redis;

import dev.a2.tck.StoreTck;
import dev.a2.testservers.RedisCluster;
import dev.a2.testservers.RedisServer;

/** The whole contract on a cluster of three masters. */
final class RedisClusterTckTest extends StoreTck {
    RedisClusterTckTest() {
        super(new RedisFixture(RedisCluster.start(RedisServer.Version.SEVEN)));
    }
}
