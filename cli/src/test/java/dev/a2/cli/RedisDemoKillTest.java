package dev.a2.cli;

import dev.a2.testservers.RedisServer;
import org.junit.jupiter.api.AfterAll;

/** The demo on a Redis server that writes everything to its disk. */
final class RedisDemoKillTest extends ServerDemoKills {
    private final RedisServer server =
            RedisServer.start(RedisServer.Version.SEVEN, "--appendonly", "yes", "--appendfsync", "always");

    RedisDemoKillTest() {
        super(5, 3);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Override
    String freshStore(String name) {
        return server.url() + "/?prefix=" + name;
    }

    @Override
    void kill() {
        server.kill();
    }

    @Override
    void again() {
        server.again();
    }
}
