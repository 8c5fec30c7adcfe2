package dev.a2.store.redis;

import static dev.a2.store.Target.each;
import static dev.a2.store.Target.lane;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.CompleteRequest;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.When;
import dev.a2.testservers.RedisServer;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** F15: a power cut takes any number of bytes from the end of the server's file. */
final class PowerLossTest {
    private static final int EVENTS = 12;

    private final RedisServer server =
            RedisServer.start(RedisServer.Version.SEVEN, "--appendonly", "yes", "--appendfsync", "everysec");

    @AfterEach
    void stop() {
        server.close();
    }

    private SessionStore open() {
        return RedisStore.open(RedisOptions.of(server.url()).lanes(1));
    }

    private static AppendRequest append(int i) {
        return AppendRequest.of("s", NewEvent.of("e" + i, "t", Json.NULL).to(each("w"), lane("q", "x")));
    }

    private static void work(SessionStore store) {
        ClaimResult result = store.claimAvailable(
                ClaimRequest.of("s", "h", When.after(Duration.ofMinutes(1))).resume(true));
        if (result instanceof ClaimResult.Claimed claimed) {
            claimed.heads()
                    .forEach(head -> store.completeAttempt(CompleteRequest.of(
                            "s",
                            head.attempt(),
                            NewEvent.of("r" + head.consumer() + head.event().index(), "r", Json.NULL))));
        }
    }

    @Test
    void whatIsLeftIsWholeAndCanGoOn() throws IOException {
        try (SessionStore store = open()) {
            for (int i = 0; i < EVENTS; i++) {
                store.append(append(i));
                work(store);
            }
        }
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<String> before = ids(seed);
        for (int round = 0; round < 20; round++) {
            server.kill();
            cut(1 + random.nextInt(400));
            server.again();
            List<String> left = ids(seed);
            assertThat(before).as("seed %d", seed).startsWith(left.toArray(String[]::new));
            before = left;
        }

        try (SessionStore store = open()) {
            for (int i = 0; i < EVENTS; i++) {
                store.append(append(i));
                work(store);
            }
        }
        assertThat(ids(seed)).filteredOn(id -> id.startsWith("e")).hasSize(EVENTS);
    }

    private List<String> ids(long seed) {
        try (SessionStore store = open()) {
            assertThat(store.verify("s")).as("seed %d", seed).isEmpty();
            return store.read("s", 0, null).stream().map(Event::id).toList();
        }
    }

    private void cut(int bytes) throws IOException {
        try (Stream<Path> files = Files.list(server.folder().resolve("appendonlydir"))) {
            Path file = files.filter(path -> path.toString().endsWith(".incr.aof"))
                    .findFirst()
                    .orElseThrow();
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(Math.max(0, channel.size() - bytes));
            }
        }
    }
}
