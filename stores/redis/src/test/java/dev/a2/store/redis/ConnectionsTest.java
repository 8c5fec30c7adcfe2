package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.Subscription;
import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import dev.a2.testservers.Eventually;
import dev.a2.testservers.Proxy;
import dev.a2.testservers.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import redis.clients.jedis.Jedis;

/** Connections that answer late, fall silent or break, and servers that go and come back. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ConnectionsTest {
    private static final int SESSIONS = 20;
    private static final Duration PATIENCE = Duration.ofMillis(100);

    private final RedisServer server =
            RedisServer.start(RedisServer.Version.SEVEN, "--appendonly", "yes", "--appendfsync", "always");
    private final Proxy proxy = new Proxy(server.port());
    private final SessionStore store = RedisStore.open(RedisOptions.of("127.0.0.1", proxy.port())
            .lanes(2)
            .timeouts(new RedisOptions.Timeouts(Duration.ofSeconds(2), PATIENCE, Duration.ofSeconds(10))));

    /** Nothing comes between it and the server. */
    private final SessionStore near =
            RedisStore.open(RedisOptions.of(server.url()).lanes(1));

    @AfterAll
    void stop() {
        proxy.mode(Proxy.Mode.PASS);
        store.close();
        near.close();
        proxy.close();
        server.close();
    }

    private static AppendRequest append(String session, String id) {
        return AppendRequest.of(session, NewEvent.of(id, "t", Json.string(session)));
    }

    /** Whether it comes to an end; only an answer that cannot be had may keep it from that. */
    private static boolean succeeds(Runnable call) {
        try {
            call.run();
            return true;
        } catch (StoreException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            return false;
        }
    }

    /** F03: replies come when nobody waits for them any more, again and again, while many callers share the connections. */
    @Test
    void noCallGetsTheReplyOfAnother() throws Exception {
        for (int i = 0; i < SESSIONS; i++) {
            String session = "late" + i;
            Eventually.holds("the session is there", () -> succeeds(() -> store.append(append(session, "e"))));
        }
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger unanswered = new AtomicInteger();
        AtomicInteger answered = new AtomicInteger();
        List<Future<?>> callers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < SESSIONS; i++) {
                String session = "late" + i;
                callers.add(threads.submit(() -> {
                    while (!over.get()) {
                        (succeeds(() -> readsItsOwn(session)) ? answered : unanswered).incrementAndGet();
                    }
                }));
            }
            try {
                for (int round = 0; round < 10; round++) {
                    awaitMore(answered, SESSIONS, callers);
                    proxy.mode(Proxy.Mode.HOLD_REPLIES);
                    awaitMore(unanswered, SESSIONS, callers);
                    proxy.mode(Proxy.Mode.PASS);
                }
            } finally {
                proxy.mode(Proxy.Mode.PASS);
                over.set(true);
            }
            for (Future<?> caller : callers) {
                caller.get(20, TimeUnit.SECONDS);
            }
        }
    }

    private void readsItsOwn(String session) {
        assertThat(store.read(session, 0, null))
                .extracting(event -> event.payload().text())
                .containsExactly("\"" + session + "\"");
    }

    private static void awaitMore(AtomicInteger count, int more, List<Future<?>> callers) {
        int target = count.get() + more;
        BooleanSupplier anyEnded = () -> callers.stream().anyMatch(Future::isDone);
        Eventually.holds("more calls", () -> count.get() >= target || anyEnded.getAsBoolean());
    }

    /** F04: what is sent goes nowhere, and nobody says so. */
    @Test
    void silentConnectionsAreReplaced() {
        Eventually.holds("it works", () -> succeeds(() -> store.append(append("silent", "a"))));
        for (int round = 0; round < 3; round++) {
            String id = "b" + round;
            proxy.deaden();

            StoreException e = catchThrowableOfType(StoreException.class, () -> store.append(append("silent", id)));
            assertThat(e).as("nobody answers").isNotNull();
            assertThat(e.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            Eventually.holds("it works again", () -> succeeds(() -> store.append(append("silent", id))));
        }
        assertThat(near.read("silent", 0, null)).extracting(Event::id).containsExactly("a", "b0", "b1", "b2");
    }

    /** F05: outages one after the other, shorter and longer than the time that a call waits; callers and listeners go on. */
    @Test
    void callsAndListenersGoOnAfterEachOutage() {
        AtomicInteger gaps = new AtomicInteger();
        AtomicInteger heard = new AtomicInteger();
        try (Subscription subscription = store.subscribe("outage", counting(heard, gaps));
                Jedis admin = server.jedis()) {
            Eventually.holds("listening begins", () -> gaps.get() > 0);
            List<Runnable> outages = List.of(
                    () -> admin.sendCommand(() -> Command.bytes("CLIENT"), "KILL", "TYPE", "normal", "SKIPME", "yes"),
                    () -> admin.sendCommand(() -> Command.bytes("CLIENT"), "KILL", "TYPE", "pubsub"),
                    proxy::cut,
                    () -> restart(Duration.ZERO),
                    () -> restart(PATIENCE.dividedBy(2)),
                    () -> restart(PATIENCE.multipliedBy(5)));
            for (int i = 0; i < outages.size(); i++) {
                String id = "e" + i;
                outages.get(i).run();
                Eventually.holds("appends go on", () -> succeeds(() -> store.append(append("outage", id))));
                int before = heard.get();
                AtomicInteger more = new AtomicInteger();
                Eventually.holds("wake-ups are heard again", () -> {
                    succeeds(() -> store.append(append("outage", id + "." + more.incrementAndGet())));
                    return heard.get() > before;
                });
            }
            assertThat(gaps.get()).as("each broken connection was told").isGreaterThanOrEqualTo(5);
            Eventually.holds("the server is found again", () -> succeeds(() -> near.bounds("outage")));
            assertThat(near.verify("outage")).isEmpty();
        }
    }

    private void restart(Duration outage) {
        server.kill();
        long until = System.nanoTime() + outage.toNanos();
        while (System.nanoTime() < until) {
            assertThat(succeeds(() -> store.append(append("outage", "refused"))))
                    .isFalse();
        }
        server.again();
    }

    private static Wakeups.Listener counting(AtomicInteger heard, AtomicInteger gaps) {
        return new Wakeups.Listener() {
            @Override
            public void onWakeup(Wakeup wakeup) {
                heard.incrementAndGet();
            }

            @Override
            public void onGap() {
                gaps.incrementAndGet();
            }
        };
    }
}
