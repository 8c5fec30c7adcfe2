package dev.a2.integration;

import dev.a2.store.SessionStore;
import dev.a2.store.redis.RedisOptions;
import dev.a2.store.redis.RedisStore;
import dev.a2.testservers.RedisServer;
import java.time.Duration;

class RedisOutageTest extends OutageRules {
    @Override
    Server start() {
        RedisServer server =
                RedisServer.start(RedisServer.Version.SEVEN, "--appendonly", "yes", "--appendfsync", "always");
        return new Server(server::kill, server::again, () -> open(server), server);
    }

    private static SessionStore open(RedisServer server) {
        Duration limit = Duration.ofMillis(500);
        return RedisStore.open(RedisOptions.of("127.0.0.1", server.port())
                .timeouts(new RedisOptions.Timeouts(limit, limit, Duration.ofSeconds(20))));
    }
}
