package dev.a2.cli;

import dev.a2.simulation.chaos.Trouble;
import dev.a2.store.SessionStore;
import dev.a2.store.redis.RedisOptions;
import dev.a2.store.redis.RedisStore;
import dev.a2.testservers.KeyLockingRules.Reach;
import dev.a2.testservers.RedisServer;
import dev.a2.testservers.RestBridge;
import dev.a2.testservers.RestTrouble;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** A Redis server behind HTTP for a fleet, and what befalls its requests, its streams and the server. */
final class Requests implements AutoCloseable {
    private static final List<RestTrouble> TROUBLES = List.of(
            RestTrouble.FAILS_BEFORE,
            RestTrouble.FAILS_AFTER,
            RestTrouble.CUT_ANSWER,
            RestTrouble.SLOW,
            RestTrouble.TOO_MANY,
            RestTrouble.STRANGE);
    private static final int MOST_AT_ONCE = 20;
    private static final int LONGEST_ABSENCE_MS = 1_500;

    private final RedisServer server =
            RedisServer.start(RedisServer.Version.SEVEN, "--appendonly", "yes", "--appendfsync", "always");
    private final RestBridge bridge = RestBridge.over(server, Reach.HASH_TAG);

    Requests() {
        bridge.late(Duration.ofSeconds(1));
    }

    String url() {
        return bridge.url();
    }

    /** For who judges: not over HTTP, so that no trouble befalls it. */
    SessionStore open() {
        return RedisStore.open(RedisOptions.of(server.url()));
    }

    List<Trouble> troubles() {
        return List.of(
                new Trouble(Duration.ofMillis(500), (chance, told) -> disturb(chance)),
                new Trouble(Duration.ofSeconds(2), (chance, told) -> bridge.cutStreams()),
                new Trouble(Duration.ofSeconds(3), this::killServer));
    }

    private void disturb(RandomGenerator chance) {
        bridge.trouble(TROUBLES.get(chance.nextInt(TROUBLES.size())), 1 + chance.nextInt(MOST_AT_ONCE));
    }

    /** All that it had told of is on its disk. */
    private void killServer(RandomGenerator chance, Trouble.Server told) throws InterruptedException {
        told.goes();
        server.kill();
        Thread.sleep(chance.nextInt(LONGEST_ABSENCE_MS));
        server.again();
        told.isBack();
    }

    @Override
    public void close() {
        bridge.close();
    }
}
