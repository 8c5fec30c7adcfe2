package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ErrorCode;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionPart;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import dev.a2.store.Target;
import dev.a2.store.WorkMark;
import dev.a2.testservers.KeyLockingRules.Reach;
import dev.a2.testservers.RestBridge;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is large, and what is odd, over HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RestLimitsTest {
    private static final int SMALL = 70_000;

    private final RestBridge bridge = RestBridge.start(Reach.HASH_TAG);

    @AfterAll
    void stop() {
        bridge.close();
    }

    private SessionStore open(String prefix) {
        return RedisStore.open(RedisOptions.of(bridge.url() + "/?prefix=" + prefix + "&request-bytes=" + SMALL));
    }

    private static NewEvent event(String id, int size) {
        return NewEvent.of(id, "t", Json.of("\"" + "x".repeat(size) + "\""));
    }

    /** F06. */
    @Test
    void requestOverTheLimitIsRefusedBeforeItIsSent() {
        try (SessionStore store = open("large")) {
            store.append(AppendRequest.of("s", event("a", 10)));
            int before = bridge.requests();

            StoreException refused = catchThrowableOfType(
                    StoreException.class, () -> store.append(AppendRequest.of("s", event("b", SMALL))));

            assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
            assertThat(refused.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(refused).hasMessageContaining("limit of " + SMALL).hasMessageContaining("request-bytes");
            assertThat(bridge.requests()).isEqualTo(before);
            assertThat(store.append(AppendRequest.of("s", event("b", SMALL / 2)))
                            .events())
                    .hasSize(1);
        }
    }

    /** Where the options allow more than the plan. */
    @Test
    void requestThatTheServerFindsTooLargeChangesNothing() {
        bridge.mostBytes(SMALL / 2);
        try (SessionStore store = open("cap")) {
            store.append(AppendRequest.of("s", event("a", 10)));

            assertThatThrownBy(() -> store.append(AppendRequest.of("s", event("b", SMALL / 2))))
                    .hasMessageContaining("max request size exceeded");

            assertThat(store.bounds("s").frontier()).isEqualTo(1);
        } finally {
            bridge.mostBytes(10_000_000);
        }
    }

    /** Pieces are laid down as fit a request, and carried out together. */
    @ParameterizedTest
    @EnumSource(Reach.class)
    void sessionLargerThanARequestIsImportedWhole(Reach reach) {
        try (RestBridge other = RestBridge.start(reach);
                SessionStore to =
                        RedisStore.open(RedisOptions.of(other.url() + "/?request-bytes=" + SMALL + "&prefix=to"));
                SessionStore from = open("from-" + reach)) {
            String session = "s\u0000{}\uD83D\uDE00";
            for (int i = 0; i < 20; i++) {
                from.append(AppendRequest.of(
                        session, List.of(event("a" + i, SMALL / 8).to(Target.each("w")), event("b" + i, 1))));
            }
            List<SessionPart> parts = parts(from, session);

            to.importSession(session, parts);

            assertThat(parts(to, session)).isEqualTo(parts);
            assertThat(to.listWork(null, 10)).extracting(WorkMark::sessionId).containsExactly(session);
            assertThat(to.verify(session)).isEmpty();
            assertThatThrownBy(() -> to.importSession(session, parts)).hasMessageContaining("has events already");
            assertThat(other.keys("to:x:{pieces:*")).isEmpty();
        }
    }

    private static List<SessionPart> parts(SessionStore store, String session) {
        List<SessionPart> parts = new ArrayList<>();
        store.exportSession(session, parts::add);
        return parts;
    }

    /** F72: whatever stands in names and payloads comes back, and is never taken for anything else. */
    @Test
    void anyTextSurvives() {
        String odd = "\u0000\u0001\"\\/'] .. redis.call('flushall') .. ['*[^a]\n\t\u007f\u2028é\uD83D\uDE00{}";
        try (SessionStore store = open("odd")) {
            store.append(AppendRequest.of(
                    odd,
                    NewEvent.of(odd, odd, Json.of("[\"\\u0000\", \"OK\", \"é\uD83D\uDE00\"]"))
                            .to(Target.each(odd), Target.lane(odd, odd))));

            assertThat(store.read(odd, 0, null)).singleElement().satisfies(event -> {
                assertThat(event.id()).isEqualTo(odd);
                assertThat(event.type()).isEqualTo(odd);
                assertThat(event.payload().text()).isEqualTo("[\"\\u0000\", \"OK\", \"é\uD83D\uDE00\"]");
            });
            assertThat(store.listWork(null, 10))
                    .containsExactly(store.listWork(null, 1).get(0));
            assertThat(store.listWork(odd, 10)).isEmpty();
            assertThat(store.sessions(null, 10).sessions()).hasSize(1);
        }
    }

    @Test
    void answerOverTheLimitIsNotTakenIn() {
        BoundedBody body = new BoundedBody(10);
        List<String> told = new ArrayList<>();
        body.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long n) {}

            @Override
            public void cancel() {
                told.add("cancelled");
            }
        });

        body.onNext(List.of(ByteBuffer.allocate(6)));
        body.onNext(List.of(ByteBuffer.allocate(6)));

        assertThat(body.getBody().toCompletableFuture()).isCompletedExceptionally();
        assertThat(told).containsExactly("cancelled");
    }

    /** Many callers share requests. */
    @Test
    void callersShareRequests() throws InterruptedException {
        try (SessionStore store = open("many")) {
            store.append(AppendRequest.of("s", event("a", 10)));
            int before = bridge.requests();

            List<Thread> callers = IntStream.range(0, 400)
                    .mapToObj(i ->
                            Thread.ofVirtual().start(() -> store.append(AppendRequest.of("s" + i, event("a", 1)))))
                    .toList();
            for (Thread caller : callers) {
                caller.join();
            }

            assertThat(bridge.requests() - before).isLessThan(400);
            assertThat(store.sessions(null, 1_000).sessions()).hasSize(401);
        }
    }
}
