package dev.a2.integration;

import dev.a2.store.SessionStore;
import dev.a2.store.redis.RedisOptions;
import dev.a2.store.redis.RedisStore;
import dev.a2.testservers.KeyLockingRules.Reach;
import dev.a2.testservers.RedisServer;
import dev.a2.testservers.RestBridge;
import java.time.Duration;

/** The server behind the REST interface goes away, which answers 502 meanwhile. */
class RestOutageTest extends OutageRules {
    @Override
    Server start() {
        RedisServer server =
                RedisServer.start(RedisServer.Version.SEVEN, "--appendonly", "yes", "--appendfsync", "always");
        RestBridge bridge = RestBridge.over(server, Reach.HASH_TAG);
        return new Server(
                server::kill,
                () -> {
                    server.again();
                    bridge.reconnect();
                },
                () -> open(bridge),
                bridge);
    }

    private static SessionStore open(RestBridge bridge) {
        Duration limit = Duration.ofMillis(500);
        return RedisStore.open(RedisOptions.of(bridge.url())
                .timeouts(new RedisOptions.Timeouts(limit, limit, Duration.ofSeconds(20))));
    }
}
