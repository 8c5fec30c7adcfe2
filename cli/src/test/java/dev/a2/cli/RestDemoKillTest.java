package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.testservers.KeyLockingRules.Reach;
import dev.a2.testservers.RedisServer;
import dev.a2.testservers.RestBridge;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo on a Redis server behind HTTP, and what the other commands say of it afterwards. */
final class RestDemoKillTest extends DemoKills {
    private final RedisServer server =
            RedisServer.start(RedisServer.Version.SEVEN, "--appendonly", "yes", "--appendfsync", "always");
    private final RestBridge bridge = RestBridge.over(server, Reach.HASH_TAG);

    RestDemoKillTest() {
        super(1);
    }

    @AfterAll
    void stop() {
        bridge.close();
    }

    @Override
    String freshStore(String name) {
        return bridge.url() + "/?prefix=" + name;
    }

    /** The storm of {@link ChaosTest} has many at once. */
    @Override
    void twoAtOnceDoTheWorkOnce() {}

    @Test
    void bothMayDieAtOnce(@TempDir Path folder) throws Exception {
        String store = freshStore("both-killed");

        try (DemoProcess demo = DemoProcess.start(store)) {
            demo.endsWithin(moment());
            server.kill();
            demo.kill();
            server.again();
        }

        isAsUndisturbed(finish(store), "both killed");
        Shell shell = new Shell(folder);
        assertThat(shell.run("verify", "--store", store).exitCode()).isZero();
        assertThat(shell.run("doctor", "--store", store).ok())
                .contains("key locking  by hash tag", "durability   cannot be read", "connection   not encrypted");
    }
}
