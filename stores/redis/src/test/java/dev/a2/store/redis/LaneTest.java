package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ErrorCode;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.testservers.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A connection that many threads share, when something is in its way. */
final class LaneTest {
    private static final RedisOptions.Timeouts IMPATIENT =
            new RedisOptions.Timeouts(Duration.ofMillis(300), Duration.ofMillis(300), Duration.ofSeconds(10));
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** A write to a server that reads nothing waits without a limit of its own. */
    @Test
    void callsEndThoughTheServerReadsNothing() throws InterruptedException {
        try (RedisServer server = RedisServer.start(RedisServer.Version.SEVEN);
                SessionStore store = RedisStore.open(RedisOptions.of("127.0.0.1", server.port())
                        .timeouts(IMPATIENT)
                        .lanes(1))) {
            store.append(AppendRequest.of("s", NewEvent.of("first", "t", Json.NULL)));
            Json large = Json.string("x".repeat(200_000));
            Queue<RuntimeException> failures = new ConcurrentLinkedQueue<>();
            List<Thread> callers = new ArrayList<>();

            server.signal("STOP");
            for (int i = 0; i < 200; i++) {
                NewEvent event = NewEvent.of("e" + i, "t", large);
                callers.add((i % 2 == 0 ? Thread.ofVirtual() : Thread.ofPlatform()).start(() -> {
                    try {
                        store.append(AppendRequest.of("s", event));
                    } catch (RuntimeException e) {
                        failures.add(e);
                    }
                }));
            }
            for (Thread caller : callers) {
                assertThat(caller.join(LIMIT)).as("it ends").isTrue();
            }
            server.signal("CONT");

            assertThat(failures)
                    .hasSize(200)
                    .allSatisfy(e -> assertThat(((StoreException) e).code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE));
        }
    }

    /** RT-4: a renewal comes from a thread of the platform. */
    @Test
    void virtualThreadsThatComputeDoNotKeepThoseOfThePlatformFromTheServer() throws InterruptedException {
        AtomicBoolean computing = new AtomicBoolean(true);
        CountDownLatch calling = new CountDownLatch(1);
        try (RedisServer server = RedisServer.start(RedisServer.Version.SEVEN);
                SessionStore store = RedisStore.open(
                        RedisOptions.of("127.0.0.1", server.port()).lanes(1))) {
            store.bounds("s");
            server.signal("STOP");
            Thread.ofVirtual().start(() -> {
                calling.countDown();
                store.bounds("s");
            });
            assertThat(calling.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < 8 + 2 * Runtime.getRuntime().availableProcessors(); i++) {
                Thread.ofVirtual().start(() -> {
                    while (computing.get()) {
                        Thread.onSpinWait();
                    }
                });
            }
            server.signal("CONT");

            Thread renewal = Thread.ofPlatform().start(() -> store.bounds("s"));
            boolean answered = renewal.join(LIMIT);
            computing.set(false);

            assertThat(answered).as("it gets its answer").isTrue();
        }
    }
}
