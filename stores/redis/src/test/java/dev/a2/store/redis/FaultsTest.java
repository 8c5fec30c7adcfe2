package dev.a2.store.redis;

import static dev.a2.store.Target.each;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.AppendResult;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.Head;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import dev.a2.store.When;
import dev.a2.testservers.Eventually;
import dev.a2.testservers.Proxy;
import dev.a2.testservers.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.FlushMode;

/** Replies, scripts and servers that are lost: nothing is lost with them, and nothing done twice. */
final class FaultsTest {
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
    @ParameterizedTest
    @EnumSource(names = {"CUT_REPLY", "HALF_REPLY"})
    void appendWhoseReplyIsLostIsUnknownAndItsRetryFindsIt(Proxy.Mode loss) {
        try (Proxy proxy = new Proxy(server.port());
                SessionStore store = RedisStore.open(RedisOptions.of("127.0.0.1", proxy.port()))) {
            store.append(AppendRequest.of("s", event("a")));

            proxy.mode(loss);
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
    @ParameterizedTest
    @EnumSource(names = {"CUT_REPLY", "HALF_REPLY"})
    void completionWhoseReplyIsLostIsAnsweredWhenRepeated(Proxy.Mode loss) {
        try (Proxy proxy = new Proxy(server.port());
                SessionStore store = RedisStore.open(RedisOptions.of("127.0.0.1", proxy.port()))) {
            store.append(AppendRequest.of("s", event("a").to(each("w"))));
            Head head = claim(store, "h").get(0);
            CompleteRequest request = CompleteRequest.of("s", head.attempt(), event("r"));

            proxy.mode(loss);
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
    @ParameterizedTest
    @EnumSource(names = {"CUT_REPLY", "HALF_REPLY"})
    void claimWhoseReplyIsLostIsResumedWithoutAnotherAttempt(Proxy.Mode loss) {
        try (Proxy proxy = new Proxy(server.port());
                SessionStore store = RedisStore.open(RedisOptions.of("127.0.0.1", proxy.port()))) {
            store.append(AppendRequest.of("s", event("a").to(each("w"))));

            proxy.mode(loss);
            failure(() -> claim(store, "h"));
            proxy.mode(Proxy.Mode.PASS);

            assertThat(claim(store, "h"))
                    .extracting(head -> head.dispatch().attemptCount())
                    .containsExactly(1);
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
}
