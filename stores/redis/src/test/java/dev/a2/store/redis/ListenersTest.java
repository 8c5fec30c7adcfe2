package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.Subscription;
import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import dev.a2.testservers.Eventually;
import dev.a2.testservers.Proxy;
import dev.a2.testservers.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import redis.clients.jedis.Jedis;

/** Wake-ups whose connection breaks, falls silent or is cut off: a listener who reads when it is told misses nothing. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ListenersTest {
    private static final Duration PATIENCE = Duration.ofMillis(200);

    private final RedisServer server = RedisServer.start(RedisServer.Version.SEVEN);
    private final Proxy proxy = new Proxy(server.port());
    /** Listens through the proxy. */
    private final SessionStore far = RedisStore.open(RedisOptions.of("127.0.0.1", proxy.port())
            .timeouts(new RedisOptions.Timeouts(Duration.ofSeconds(2), PATIENCE, Duration.ofSeconds(10))));

    private final SessionStore near = RedisStore.open(RedisOptions.of(server.url()));

    @AfterEach
    void pass() {
        proxy.mode(Proxy.Mode.PASS);
    }

    @AfterAll
    void stop() {
        far.close();
        near.close();
        proxy.close();
        server.close();
    }

    /** Reads what is new each time it is told of something, as a feed does. */
    private final class Feed implements Wakeups.Listener, AutoCloseable {
        private final String session;
        private final List<Event> seen = new ArrayList<>();
        private final Subscription subscription;
        private int gaps;

        Feed(String session) {
            this.session = session;
            this.subscription = far.subscribe(session, this);
        }

        @Override
        public void onWakeup(Wakeup wakeup) {
            look();
        }

        @Override
        public void onGap() {
            synchronized (this) {
                gaps++;
            }
            look();
        }

        private synchronized void look() {
            seen.addAll(near.read(session, seen.size(), null));
        }

        synchronized int gaps() {
            return gaps;
        }

        synchronized int count() {
            return seen.size();
        }

        void awaitGap(int before) {
            Eventually.holds("a gap is told", () -> gaps() > before);
        }

        void await(int count) {
            Eventually.holds(count + " events are seen", () -> count() == count);
        }

        @Override
        public void close() {
            subscription.close();
        }
    }

    private void append(String session, int i) {
        near.append(AppendRequest.of(session, NewEvent.of("e" + i, "t", Json.NULL)));
    }

    private void kill(String type) {
        try (Jedis jedis = server.jedis()) {
            jedis.sendCommand(() -> Command.bytes("CLIENT"), "KILL", "TYPE", type);
        }
    }

    /** F21. */
    @Test
    void nothingIsMissedWhileTheConnectionBreaksAgainAndAgain() {
        try (Feed feed = new Feed("breaks")) {
            feed.awaitGap(0);
            for (int i = 1; i <= 200; i++) {
                if (i % 40 == 0) {
                    int before = feed.gaps();
                    kill("pubsub");
                    append("breaks", i);
                    feed.awaitGap(before);
                } else {
                    append("breaks", i);
                }
            }
            feed.await(200);
        }
    }

    /** F23: what is appended after the look and before the subscription. */
    @Test
    void subscriptionIsConfirmedBeforeTheListenerLooks() {
        try (Feed first = new Feed("first")) {
            first.awaitGap(0);
            proxy.mode(Proxy.Mode.HOLD_REQUESTS);
            try (Feed late = new Feed("late")) {
                late.look();
                append("late", 1);
                assertThat(late.gaps()).as("nothing is confirmed so far").isZero();

                proxy.mode(Proxy.Mode.PASS);
                late.await(1);
                append("late", 2);
                late.await(2);
                assertThat(late.gaps()).isPositive();
            }
        }
    }

    /** F24, F04: the connection that listens swallows everything, and nobody says so. */
    @Test
    void silentConnectionIsNoticedAndReplaced() {
        try (Feed feed = new Feed("silent");
                Warnings warnings = new Warnings(Ear.class)) {
            feed.awaitGap(0);
            int before = feed.gaps();
            proxy.deaden();
            append("silent", 1);

            feed.awaitGap(before);
            feed.await(1);
            append("silent", 2);
            feed.await(2);
            assertThat(warnings.heard()).as("somebody is told").anyMatch(text -> text.contains("fell silent"));
        }
    }

    /** F22: no listener holds up the connection, so the server does not cut it off. */
    @Test
    void listenerThatHangsDoesNotStopTheReader() throws Exception {
        CountDownLatch hang = new CountDownLatch(1);
        CountDownLatch hanging = new CountDownLatch(1);
        try (Feed feed = new Feed("other");
                Subscription slow = near.subscribe("hangs", hangingOn(hanging, hang))) {
            feed.awaitGap(0);
            AtomicInteger appended = new AtomicInteger();
            Eventually.holds("the listener hangs", () -> {
                append("hangs", appended.incrementAndGet());
                return hanging.getCount() == 0;
            });
            String before = subscribers();

            for (int i = 0; i < 10; i++) {
                publish("a2:hangs:notify", 100);
                Eventually.holds("the messages are taken from the server", () -> !isAnyWaiting());
            }
            append("other", 1);
            feed.await(1);

            assertThat(subscribers()).as("connections that listen").isEqualTo(before);
        } finally {
            hang.countDown();
        }
    }

    private static Wakeups.Listener hangingOn(CountDownLatch hanging, CountDownLatch end) {
        return new Wakeups.Listener() {
            @Override
            public void onWakeup(Wakeup wakeup) {
                hanging.countDown();
                try {
                    end.await(20, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }

            @Override
            public void onGap() {}
        };
    }

    /** F22: one that is cut off all the same, as its network is too slow, subscribes anew and catches up. */
    @Test
    void subscriberThatIsCutOffCatchesUp() {
        limitSubscribers("64kb 32kb 1");
        try (Feed feed = new Feed("cut")) {
            feed.awaitGap(0);
            int before = feed.gaps();
            proxy.mode(Proxy.Mode.HOLD_REPLIES);
            String listening = subscribers();
            Eventually.holds("the server cuts it off", () -> {
                publish("a2:cut:notify", 100);
                return !subscribers().equals(listening);
            });
            append("cut", 1);

            proxy.mode(Proxy.Mode.PASS);
            feed.awaitGap(before);
            feed.await(1);
            append("cut", 2);
            feed.await(2);
        } finally {
            limitSubscribers("32mb 8mb 60");
        }
    }

    private void limitSubscribers(String limit) {
        try (Jedis jedis = server.jedis()) {
            jedis.configSet("client-output-buffer-limit", "pubsub " + limit);
        }
    }

    private void publish(String channel, int times) {
        String message = "{\"f\":1,\"x\":\"" + "x".repeat(30_000) + "\"}";
        try (Jedis jedis = server.jedis()) {
            for (int i = 0; i < times; i++) {
                jedis.publish(channel, message);
            }
        }
    }

    /** The connections that listen, by their numbers. */
    private String subscribers() {
        return listening().stream()
                .map(line -> line.substring(0, line.indexOf(' ')))
                .sorted()
                .toList()
                .toString();
    }

    private boolean isAnyWaiting() {
        return listening().stream().anyMatch(line -> !line.contains(" omem=0 "));
    }

    private List<String> listening() {
        try (Jedis jedis = server.jedis()) {
            return jedis.clientList()
                    .lines()
                    .filter(line -> line.contains("flags=P"))
                    .toList();
        }
    }
}
