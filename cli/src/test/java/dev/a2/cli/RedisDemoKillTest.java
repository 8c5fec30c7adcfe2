package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.testservers.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The demo on a Redis server that writes everything to its disk. */
final class RedisDemoKillTest extends DemoKills {
    private static final int SERVER_KILLS = 3;

    private final RedisServer server =
            RedisServer.start(RedisServer.Version.SEVEN, "--appendonly", "yes", "--appendfsync", "always");

    RedisDemoKillTest() {
        super(5);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Override
    String freshStore(String name) {
        return server.url() + "/?prefix=" + name;
    }

    @Test
    void theServerMayDieInTheMiddle() throws Exception {
        String store = freshStore("server-killed");

        try (DemoProcess demo = DemoProcess.start(store)) {
            for (int i = 0; i < SERVER_KILLS; i++) {
                if (demo.endsWithin(moment().dividedBy(SERVER_KILLS))) {
                    break;
                }
                server.kill();
                server.again();
            }
            assertThat(demo.finish()).endsWith("exit code 0");
        }

        isAsUndisturbed(DemoOutcome.of(store), "the server killed");
    }

    /** As after a power cut: nobody was there to wait for the server. */
    @Test
    void bothMayDieAtOnce() throws Exception {
        String store = freshStore("both-killed");

        try (DemoProcess demo = DemoProcess.start(store)) {
            demo.endsWithin(moment());
            server.kill();
            demo.kill();
            server.again();
        }

        isAsUndisturbed(finish(store), "both killed");
    }
}
