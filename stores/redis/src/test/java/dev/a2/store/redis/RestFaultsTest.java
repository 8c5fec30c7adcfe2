package dev.a2.store.redis;

import static dev.a2.store.Target.each;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
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
import dev.a2.testservers.KeyLockingRules.Reach;
import dev.a2.testservers.RestBridge;
import dev.a2.testservers.RestTrouble;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests over HTTP that go wrong: each call says whether it was carried out, and its repetition does nothing twice (F06). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RestFaultsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final RestBridge bridge = RestBridge.start(Reach.HASH_TAG);
    private SessionStore store;

    @BeforeEach
    void open(TestInfo test) {
        store = RedisStore.open(options()
                .prefix("t"
                        + Integer.toHexString(test.getDisplayName().hashCode() * 31
                                + test.getTestMethod().hashCode())));
        // What it asks once is asked by then.
        store.append(AppendRequest.of("before", event("a")));
    }

    private RedisOptions options() {
        return RedisOptions.of(bridge.url())
                .timeouts(new RedisOptions.Timeouts(Duration.ofSeconds(2), PATIENCE, Duration.ofSeconds(10)));
    }

    @AfterEach
    void close() {
        bridge.trouble(RestTrouble.NONE, 0);
        store.close();
    }

    @AfterAll
    void stop() {
        bridge.close();
    }

    private static NewEvent event(String id) {
        return NewEvent.of(id, "t", Json.NULL);
    }

    private static StoreException failure(Runnable action) {
        StoreException e = catchThrowableOfType(StoreException.class, action::run);
        assertThat(e).as("it fails").isNotNull();
        assertThat(whole(e)).doesNotContain(RestBridge.TOKEN);
        return e;
    }

    private static String whole(Throwable e) {
        StringWriter text = new StringWriter();
        e.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    /** F01, F06. */
    @ParameterizedTest
    @EnumSource(names = {"FAILS_BEFORE", "FAILS_AFTER", "CUT_ANSWER", "SLOW", "STRANGE"})
    void appendWithoutAReadableAnswerIsUnknownAndItsRetryFindsIt(RestTrouble trouble) {
        bridge.late(PATIENCE.plusSeconds(1));
        store.append(AppendRequest.of("s", event("a")));

        int before = bridge.requests();
        bridge.trouble(trouble, 1);
        StoreException lost = failure(() -> store.append(AppendRequest.of("s", event("b"))));

        assertThat(lost.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
        assertThat(lost.effect()).isEqualTo(Effect.UNKNOWN);
        assertThat(bridge.requests() - before).as("none was sent again").isEqualTo(1);
        assertThat(store.append(AppendRequest.of("s", event("b"))).events())
                .extracting(Event::index)
                .containsExactly(2L);
        assertThat(store.read("s", 0, null)).hasSize(2);
    }

    /** F01, F28. */
    @ParameterizedTest
    @EnumSource(names = {"FAILS_AFTER", "CUT_ANSWER"})
    void claimAndCompletionWithoutAnswerAreFoundWhenRepeated(RestTrouble trouble) {
        store.append(AppendRequest.of("s", event("a").to(each("w"))));
        bridge.trouble(trouble, 1);
        assertThat(failure(this::claim).effect()).isEqualTo(Effect.UNKNOWN);
        List<Head> heads = claim();
        assertThat(heads).extracting(head -> head.dispatch().attemptCount()).containsExactly(1);

        CompleteRequest request = CompleteRequest.of("s", heads.get(0).attempt(), event("r"));
        bridge.trouble(trouble, 1);
        assertThat(failure(() -> store.completeAttempt(request)).effect()).isEqualTo(Effect.UNKNOWN);

        assertThat(((CompleteResult.Completed) store.completeAttempt(request)).events())
                .extracting(Event::index)
                .containsExactly(2L);
        assertThat(store.read("s", 0, null)).hasSize(2);
    }

    private List<Head> claim() {
        ClaimResult result = store.claimAvailable(
                ClaimRequest.of("s", "h", When.after(Duration.ofMinutes(1))).resume(true));
        return ((ClaimResult.Claimed) result).heads();
    }

    /** APP-14: what was written stays written. */
    @Test
    void appendSucceedsThoughItsMessageIsLost() {
        int before = bridge.requests();
        store.append(AppendRequest.of("s", event("a")));
        assertThat(bridge.requests() - before).isEqualTo(2);

        AtomicInteger lost = new AtomicInteger();
        bridge.meets(request -> {
            boolean isMessage = request.startsWith("[\"PUBLISH\"");
            lost.addAndGet(isMessage ? 1 : 0);
            return isMessage ? RestTrouble.FAILS_BEFORE : RestTrouble.NONE;
        });
        assertThat(store.append(AppendRequest.of("s", event("b"))).events()).hasSize(1);
        assertThat(lost).hasPositiveValue();
    }

    @Test
    void tooManyRequestsAreMadeAgainAndDoneOnce() {
        int before = bridge.requests();
        bridge.retryAfter(0);
        bridge.trouble(RestTrouble.TOO_MANY, 2);

        store.append(AppendRequest.of("s", event("a")));

        assertThat(bridge.requests() - before).isEqualTo(2 + 2);
        assertThat(store.read("s", 0, null)).hasSize(1);
    }

    @Test
    void whoMustStayAwayLongerThanItsTimeIsToldSoAtOnce() {
        int before = bridge.requests();
        bridge.retryAfter(3_600);
        bridge.trouble(RestTrouble.TOO_MANY, 1);

        StoreException refused = failure(() -> store.append(AppendRequest.of("s", event("a"))));

        assertThat(refused.effect()).isEqualTo(Effect.NOT_APPLIED);
        assertThat(refused.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
        assertThat(refused).hasMessageContaining("3600 s");
        assertThat(bridge.requests() - before).isEqualTo(1);
        assertThat(store.bounds("s").frontier()).isZero();
    }

    @Test
    void serverThatIsNotThereHasDoneNothing() {
        RestBridge other = RestBridge.start(Reach.HASH_TAG);
        try (SessionStore far = RedisStore.open(RedisOptions.of(other.url()))) {
            other.close();

            StoreException refused = failure(() -> far.append(AppendRequest.of("s", event("a"))));

            assertThat(refused.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(refused.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
        }
    }

    /** F71. */
    @Test
    void tokenGoesNowhereElse() throws IOException {
        AtomicInteger visits = new AtomicInteger();
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        other.createContext("/", exchange -> {
            visits.incrementAndGet();
            exchange.close();
        });
        other.start();
        try {
            bridge.redirectTo(other.getAddress().getPort());
            bridge.trouble(RestTrouble.REDIRECT, 1);

            StoreException refused = failure(() -> store.append(AppendRequest.of("s", event("a"))));

            assertThat(refused.code()).isEqualTo(ErrorCode.STORE_NOT_CONFIGURED);
            assertThat(refused).hasMessageContaining("never followed");
            assertThat(visits).hasValue(0);
        } finally {
            other.stop(0);
        }
    }

    @Test
    void wrongTokenIsNamedAndNotShown() {
        String wrong = "another-token-71c";
        RedisOptions options = RedisOptions.of(bridge.address().replace("//", "//:" + wrong + "@"));

        StoreException refused = failure(() -> RedisStore.open(options));

        assertThat(refused.code()).isEqualTo(ErrorCode.STORE_NOT_CONFIGURED);
        assertThat(refused).hasMessageContaining("token (401");
        assertThat(whole(refused) + options + RedisStore.diagnose(options)).doesNotContain(wrong);
    }

    /** F07. */
    @Test
    void scriptsThatAreForgottenBetweenAnyTwoCommandsAreDoneOnce() {
        bridge.forgetful(true);
        try {
            store.append(AppendRequest.of("s", event("a").to(each("w"))));
            Head head = claim().get(0);
            store.completeAttempt(CompleteRequest.of("s", head.attempt(), event("r")));

            assertThat(store.read("s", 0, null)).extracting(Event::id).containsExactly("a", "r");
            assertThat(head.dispatch().attemptCount()).isEqualTo(1);
        } finally {
            bridge.forgetful(false);
        }
    }

    /** F06: reads after one's own writes never go back. */
    @Test
    void readSeesWhatThisStoreWrote() {
        try (RestBridge lagging = RestBridge.start(Reach.HASH_TAG);
                SessionStore writer = RedisStore.open(RedisOptions.of(lagging.url()))) {
            writer.append(AppendRequest.of("s", event("a")));
            lagging.freezeReads();
            try (SessionStore other = RedisStore.open(RedisOptions.of(lagging.url()))) {
                writer.append(AppendRequest.of("s", event("b")));

                assertThat(writer.read("s", 0, null)).hasSize(2);
                assertThat(lagging.get("a2:{\"s\"}:count", 0))
                        .as("who knows of nothing reads what was")
                        .isEqualTo("1");
                assertThat(other.bounds("s").frontier()).isLessThanOrEqualTo(2);
            }
        }
    }

    /** One request carries the calls of many; what one of them meets is its own. */
    @Test
    void callsThatShareARequestFailAlone() {
        try (RestServer server = new RestServer(options(), rest())) {
            byte[] key = Command.bytes("x");
            List<@Nullable Object> replies = server.send(
                    key,
                    List.of(
                            Command.of("SET", "x:list", "1"),
                            Command.of("ZADD", "x:list", 1, "a"),
                            Command.of("GET", (Object) "x:list"),
                            Command.of("WATCH", "x")));

            assertThat(Replies.text(replies.get(0))).isEqualTo("OK");
            assertThat(Failures.is("WRONGTYPE", replies.get(1))).isTrue();
            assertThat(Replies.text(replies.get(2))).isEqualTo("1");
            assertThat(replies.get(3)).isInstanceOf(RuntimeException.class);
        }
    }

    /** As when all who waited for a lane gave up. */
    @Test
    void noCommandsAreNoRequest() {
        int before = bridge.requests();
        try (RestServer server = new RestServer(options(), rest())) {
            assertThat(server.send(new byte[0], List.of())).isEmpty();
        }
        assertThat(bridge.requests()).isEqualTo(before);
    }

    private RedisOptions.Rest rest() {
        return RedisOptions.Rest.of(bridge.address(), RestBridge.TOKEN);
    }
}
