package dev.a2.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.A2;
import dev.a2.A2Listener;
import dev.a2.A2Options;
import dev.a2.Contract;
import dev.a2.store.SessionStore;
import dev.a2.testservers.Eventually;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A worker whose server goes away and comes back. */
@Timeout(120)
abstract class OutageRules {
    record Run(int n) {}

    private static final int SHORT_OUTAGES = 5;

    private final AtomicInteger failures = new AtomicInteger();
    private final Queue<Integer> handled = new ConcurrentLinkedQueue<>();

    /** A server that keeps what it told of, and can be killed. */
    record Server(Runnable kill, Runnable again, Supplier<SessionStore> opener, AutoCloseable end) {
        SessionStore open() {
            return opener.get();
        }
    }

    /** Starts one; its stores wait for half a second. */
    abstract Server start();

    @Test
    @DisplayName("RT-9 after each outage of its server a worker goes on, and while it lasts it says so (F05)")
    void workerGoesOnAfterEachOutage() throws Exception {
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
        Server server = start();
        try (AutoCloseable ignored = server.end();
                SessionStore store = server.open();
                A2<Run> worker = A2.open(contract, store, options)) {
            appendedElsewhereIsHandled(server, contract, 0);
            for (int i = 1; i <= SHORT_OUTAGES; i++) {
                server.kill().run();
                server.again().run();
                appendedElsewhereIsHandled(server, contract, i);
            }

            server.kill().run();
            int before = failures.get();
            // Each failed look is told, so an outage that lasts is told of again and again.
            Eventually.holds("the worker says that it cannot go on", () -> failures.get() > before + 3);
            server.again().run();
            appendedElsewhereIsHandled(server, contract, SHORT_OUTAGES + 1);
            assertThat(handled).doesNotHaveDuplicates();
        }
    }

    private void appendedElsewhereIsHandled(Server server, Contract<Run> contract, int n) {
        try (SessionStore store = server.open();
                A2<Run> other = A2.open(contract, store, A2Options.defaults().workers(false))) {
            other.session("s").append(new Run(n));
        }
        Eventually.holds("what was appended is handled", () -> handled.contains(n));
    }
}
