package dev.a2.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.A2;
import dev.a2.A2Listener;
import dev.a2.A2Options;
import dev.a2.Contract;
import dev.a2.store.SessionStore;
import dev.a2.store.redis.RedisOptions;
import dev.a2.store.redis.RedisStore;
import dev.a2.testservers.Eventually;
import dev.a2.testservers.RedisServer;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A worker whose server goes away and comes back. */
@Timeout(120)
class RedisOutageTest {
    record Run(int n) {}

    private static final int SHORT_OUTAGES = 5;

    private final AtomicInteger failures = new AtomicInteger();
    private final Queue<Integer> handled = new ConcurrentLinkedQueue<>();

    private SessionStore open(RedisServer server) {
        Duration limit = Duration.ofMillis(500);
        return RedisStore.open(RedisOptions.of("127.0.0.1", server.port())
                .timeouts(new RedisOptions.Timeouts(limit, limit, Duration.ofSeconds(20))));
    }

    @Test
    @DisplayName("RT-9 after each outage of its server a worker goes on, and while it lasts it says so (F05)")
    void workerGoesOnAfterEachOutage() {
        Contract<Run> contract = Contract.of("outage", Run.class)
                .effect(Run.class, (run, context) -> handled.add(run.n()))
                .build();
        A2Listener listener = new A2Listener() {
            @Override
            public void storeFailed(String what, Throwable error) {
                failures.incrementAndGet();
            }
        };
        A2Options options =
                A2Options.defaults().pollInterval(Duration.ofMillis(200)).listener(listener);
        try (RedisServer server =
                        RedisServer.start(RedisServer.Version.SEVEN, "--appendonly", "yes", "--appendfsync", "always");
                SessionStore store = open(server);
                A2<Run> worker = A2.open(contract, store, options)) {
            appendedElsewhereIsHandled(server, contract, 0);
            for (int i = 1; i <= SHORT_OUTAGES; i++) {
                server.kill();
                server.again();
                appendedElsewhereIsHandled(server, contract, i);
            }

            server.kill();
            int before = failures.get();
            // Each failed look is told, so an outage that lasts is told of again and again.
            Eventually.holds("the worker says that it cannot go on", () -> failures.get() > before + 3);
            server.again();
            appendedElsewhereIsHandled(server, contract, SHORT_OUTAGES + 1);
            assertThat(handled).doesNotHaveDuplicates();
        }
    }

    private void appendedElsewhereIsHandled(RedisServer server, Contract<Run> contract, int n) {
        try (SessionStore store = open(server);
                A2<Run> other = A2.open(contract, store, A2Options.defaults().workers(false))) {
            other.session("s").append(new Run(n));
        }
        Eventually.holds("what was appended is handled", () -> handled.contains(n));
    }
}
