package dev.a2.store.redis;

import static dev.a2.store.Target.each;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.AppendResult;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.ClearRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.Head;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import dev.a2.store.Subscription;
import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import dev.a2.store.When;
import dev.a2.testservers.Eventually;
import dev.a2.testservers.Proxy;
import dev.a2.testservers.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.FlushMode;

/** What a store does when the server, or the wire to it, fails: nothing lost, nothing twice (F01 to F22). */
final class FaultsTest {
    private static final RedisOptions.Timeouts IMPATIENT =
            new RedisOptions.Timeouts(Duration.ofSeconds(1), Duration.ofMillis(300), Duration.ofSeconds(10));

    private RedisServer server = RedisServer.start(RedisServer.Version.SEVEN);

    @AfterEach
    void stop() {
        server.close();
    }

    private void restartedWith(String... settings) {
        server.close();
        server = RedisServer.start(RedisServer.Version.SEVEN, settings);
    }

    private static NewEvent event(String id) {
        return NewEvent.of(id, "t", Json.NULL);
    }

    private static StoreException failure(Runnable action) {
        StoreException e = catchThrowableOfType(StoreException.class, action::run);
        assertThat(e).as("it fails").isNotNull();
        return e;
    }

    /** F01. */
    @Test
    void appendWhoseReplyIsLostIsUnknownAndItsRetryFindsIt() {
        try (Proxy proxy = new Proxy(server.port());
                SessionStore store = RedisStore.open(RedisOptions.of("127.0.0.1", proxy.port()))) {
            store.append(AppendRequest.of("s", event("a")));

            proxy.mode(Proxy.Mode.CUT_REPLY);
            StoreException lost = failure(() -> store.append(AppendRequest.of("s", event("b"))));
            proxy.mode(Proxy.Mode.PASS);

            assertThat(lost.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            assertThat(lost.effect()).isEqualTo(Effect.UNKNOWN);
            AppendResult again = store.append(AppendRequest.of("s", event("b")));
            assertThat(again.events()).extracting(Event::index).containsExactly(2L);
            assertThat(store.read("s", 0, null)).hasSize(2);
        }
    }

    /** F01, F28. */
    @Test
    void completionWhoseReplyIsLostIsAnsweredWhenRepeated() {
        try (Proxy proxy = new Proxy(server.port());
                SessionStore store = RedisStore.open(RedisOptions.of("127.0.0.1", proxy.port()))) {
            store.append(AppendRequest.of("s", event("a").to(each("w"))));
            Head head = claim(store, "h").get(0);
            CompleteRequest request = CompleteRequest.of("s", head.attempt(), event("r"));

            proxy.mode(Proxy.Mode.CUT_REPLY);
            assertThat(failure(() -> store.completeAttempt(request)).effect()).isEqualTo(Effect.UNKNOWN);
            proxy.mode(Proxy.Mode.PASS);

            CompleteResult again = store.completeAttempt(request);
            assertThat(((CompleteResult.Completed) again).events())
                    .extracting(Event::index)
                    .containsExactly(2L);
            assertThat(store.read("s", 0, null)).hasSize(2);
        }
    }

    private static List<Head> claim(SessionStore store, String holder) {
        ClaimResult result = store.claimAvailable(
                ClaimRequest.of("s", holder, When.after(Duration.ofMinutes(1))).resume(true));
        return ((ClaimResult.Claimed) result).heads();
    }

    /** F01. */
    @Test
    void claimWhoseReplyIsLostIsResumedWithoutAnotherAttempt() {
        try (Proxy proxy = new Proxy(server.port());
                SessionStore store = RedisStore.open(RedisOptions.of("127.0.0.1", proxy.port()))) {
            store.append(AppendRequest.of("s", event("a").to(each("w"))));

            proxy.mode(Proxy.Mode.CUT_REPLY);
            failure(() -> claim(store, "h"));
            proxy.mode(Proxy.Mode.PASS);

            assertThat(claim(store, "h"))
                    .extracting(head -> head.dispatch().attemptCount())
                    .containsExactly(1);
        }
    }

    /** F03, F04. */
    @Test
    void connectionThatDidNotAnswerIsNeverUsedAgain() {
        try (Proxy proxy = new Proxy(server.port());
                SessionStore store = RedisStore.open(
                        RedisOptions.of("127.0.0.1", proxy.port()).timeouts(IMPATIENT))) {
            for (int i = 0; i < 20; i++) {
                store.append(AppendRequest.of("s" + i, NewEvent.of("e", "t", Json.of("" + i))));
            }
            for (int round = 0; round < 3; round++) {
                proxy.mode(Proxy.Mode.BLACK_HOLE);
                assertThat(failure(() -> store.read("s1", 0, null)).code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
                proxy.mode(Proxy.Mode.PASS);
                for (int i = 0; i < 20; i++) {
                    String id = "s" + i;
                    Eventually.holds("answers come again", () -> isReadable(store, id));
                    assertThat(store.read(id, 0, null))
                            .extracting(event -> event.payload().text())
                            .containsExactly("" + i);
                }
            }
        }
    }

    private static boolean isReadable(SessionStore store, String id) {
        try {
            store.read(id, 0, null);
            return true;
        } catch (StoreException e) {
            return false;
        }
    }

    /** F07. */
    @Test
    void scriptsThatTheServerForgetsAreSentAgain() throws InterruptedException {
        AtomicBoolean ended = new AtomicBoolean();
        Thread flushing = Thread.ofVirtual().start(() -> {
            try (Jedis jedis = server.jedis()) {
                while (!ended.get()) {
                    jedis.scriptFlush(FlushMode.SYNC);
                }
            }
        });
        try (SessionStore store = RedisStore.open(RedisOptions.of(server.url()))) {
            for (int i = 0; i < 300; i++) {
                store.append(AppendRequest.of("s", event("e" + i)));
            }
            assertThat(store.read("s", 0, null)).hasSize(300);
        } finally {
            ended.set(true);
            flushing.join(Duration.ofSeconds(20));
        }
    }

    /** F15, F17: a killed server comes back with everything that it acknowledged. */
    @Test
    void nothingAcknowledgedIsLostWhenTheServerIsKilled() {
        restartedWith("--appendonly", "yes", "--appendfsync", "always");
        try (SessionStore store = RedisStore.open(RedisOptions.of(server.url()))) {
            store.append(AppendRequest.of("s", event("a").to(each("w"))));
            Head head = claim(store, "h").get(0);

            server.kill();
            assertThat(failure(() -> store.append(AppendRequest.of("s", event("b"))))
                            .code())
                    .isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            server.again();

            Eventually.holds("the store is back", () -> isReadable(store, "s"));
            store.completeAttempt(CompleteRequest.of("s", head.attempt(), event("r")));
            assertThat(store.read("s", 0, null)).extracting(Event::id).containsExactly("a", "r");
            assertThat(store.verify("s")).isEmpty();
        }
    }

    /** F08. */
    @Test
    void busyServerIsNotApplied() throws InterruptedException {
        try (SessionStore store = RedisStore.open(RedisOptions.of(server.url()));
                Jedis jedis = server.jedis()) {
            store.append(AppendRequest.of("s", event("a")));
            jedis.configSet("busy-reply-threshold", "50");
            CountDownLatch running = new CountDownLatch(1);
            Thread busy = Thread.ofVirtual().start(() -> {
                running.countDown();
                jedis.eval("local n = redis.call('TIME')[1] + 2 while redis.call('TIME')[1] + 0 < n do end return 1");
            });
            running.await(10, TimeUnit.SECONDS);

            StoreException[] seen = new StoreException[1];
            Eventually.holds("the server says that it is busy", () -> {
                try {
                    store.append(AppendRequest.of("s", event("b")));
                    return true;
                } catch (StoreException e) {
                    seen[0] = e;
                    return String.valueOf(e.getMessage()).contains("BUSY");
                }
            });
            busy.join(Duration.ofSeconds(20));

            assertThat(seen[0]).isNotNull();
            assertThat(seen[0].effect()).isEqualTo(Effect.NOT_APPLIED);
            store.append(AppendRequest.of("s", event("b")));
            assertThat(store.read("s", 0, null)).hasSize(2);
        }
    }

    /** F11. */
    @Test
    void fullServerRefusesAppendsAndStillCompletes() {
        restartedWith("--maxmemory", "4mb", "--maxmemory-policy", "noeviction");
        try (SessionStore store = RedisStore.open(RedisOptions.of(server.url()))) {
            store.append(AppendRequest.of("s", event("a").to(each("w"))));
            String large = "\"" + "x".repeat(100_000) + "\"";
            StoreException full = failure(() -> {
                for (int i = 0; i < 200; i++) {
                    store.append(AppendRequest.of("big", NewEvent.of("e" + i, "t", Json.of(large))));
                }
            });

            assertThat(full.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(full.getMessage()).contains("OOM");
            assertThat(store.verify("big")).isEmpty();
            Head head = claim(store, "h").get(0);
            store.completeAttempt(CompleteRequest.of("s", head.attempt()));
            store.clear(ClearRequest.of("big"));
            Eventually.holds(
                    "what was cleared is reclaimed", () -> store.reclaim("big").done());
            store.append(AppendRequest.of("s", event("b")));
        }
    }

    /** F14. */
    @Test
    void demotedServerIsNotApplied() {
        try (RedisServer primary = RedisServer.start(RedisServer.Version.SEVEN);
                SessionStore store = RedisStore.open(RedisOptions.of(server.url()));
                Jedis jedis = server.jedis()) {
            store.append(AppendRequest.of("s", event("a")));
            jedis.replicaof("127.0.0.1", primary.port());

            StoreException readOnly = failure(() -> store.append(AppendRequest.of("s", event("b"))));

            assertThat(readOnly.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            assertThat(readOnly.effect()).isEqualTo(Effect.NOT_APPLIED);
            jedis.replicaofNoOne();
        }
    }

    /** F21, F05. */
    @Test
    void listenersAreToldOfAGapAfterEachReconnect() {
        LinkedBlockingQueue<Wakeup> heard = new LinkedBlockingQueue<>();
        LinkedBlockingQueue<Boolean> gaps = new LinkedBlockingQueue<>();
        Wakeups.Listener listener = new Wakeups.Listener() {
            @Override
            public void onWakeup(Wakeup wakeup) {
                heard.add(wakeup);
            }

            @Override
            public void onGap() {
                gaps.add(true);
            }
        };
        try (SessionStore store = RedisStore.open(RedisOptions.of(server.url()));
                Subscription subscription = store.subscribe("s", listener);
                Jedis jedis = server.jedis()) {
            Eventually.holds("listening begins", () -> !gaps.isEmpty());
            for (int round = 0; round < 3; round++) {
                int before = gaps.size();
                jedis.sendCommand(() -> Command.bytes("CLIENT"), "KILL", "TYPE", "pubsub");
                Eventually.holds("the gap is told", () -> gaps.size() > before);
                heard.clear();
                store.append(AppendRequest.of("s", event("e" + round)));
                Eventually.holds("the next wake-up is heard", () -> !heard.isEmpty());
            }
        }
    }

    /** F72: however many names there are, there are only our scripts. */
    @Test
    void namesNeverBecomePartsOfScripts() {
        List<String> odd = List.of("a'] .. redis.call('flushall') .. ['", "*", "[^a]", "\";--", "{x}", "a\u0000b");
        try (SessionStore store = RedisStore.open(RedisOptions.of(server.url()));
                Jedis jedis = server.jedis()) {
            for (String name : odd) {
                store.append(AppendRequest.of(
                        name, NewEvent.of(name, name, Json.string(name)).to(each(name))));
                assertThat(store.read(name, 0, null)).extracting(Event::type).containsExactly(name);
            }
            assertThat(jedis.info("memory")).contains("number_of_cached_scripts:1\r\n");
        }
    }
}
