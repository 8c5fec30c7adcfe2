package dev.a2.store.redis;

import dev.a2.tck.StoreTck;
import dev.a2.testservers.RedisCluster;
import dev.a2.testservers.RedisServer;

/** The whole contract on a cluster of three masters, for a user with the least rights. */
final class RedisClusterTckTest extends StoreTck {
    RedisClusterTckTest() {
        super(RedisFixture.limited(RedisCluster.start(RedisServer.Version.SEVEN)));
    }

    /** The scripts are those of one server, where more of them run. */
    @Override
    public int modelSeeds() {
        return Integer.getInteger("a2.model.seeds", 30);
    }
}
