package dev.a2.server.hostile;

import static dev.a2.server.ServerFixture.session;
import static dev.a2.server.hostile.RawClient.head;
import static dev.a2.server.hostile.RawClient.post;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.server.ServerFixture;
import dev.a2.server.config.ServerLimits;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** F69: clients that are slow, send too much, or are many. */
class SlowAndLargeTest {
    private static final int MOST_BYTES = 100_000;
    private static final String EVENTS = session("s", "/events");
    private static final String EVENT = "{\"type\":\"t\",\"payload\":1}";
    private static final String CHUNKED =
            head("POST " + EVENTS + " HTTP/1.1", "Content-Type: application/json", "Transfer-Encoding: chunked");

    private static ServerFixture fixture;

    @BeforeAll
    static void open() {
        fixture = server(limits -> limits.requests(MOST_BYTES, 10, Duration.ofMillis(500))
                .times(Duration.ofMillis(500), Duration.ofMillis(500), Duration.ofMillis(700), Duration.ofMillis(500)));
    }

    private static ServerFixture server(UnaryOperator<ServerLimits> limits) {
        return ServerFixture.open(
                options -> options.access(RawClient.ACCESS).limits(limits.apply(ServerLimits.DEFAULTS)));
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    private static void isHealthy(ServerFixture fixture) {
        assertThat(fixture.post(EVENTS, EVENT).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "P", "PRI * HTTP/2", "GET /healthz HT", "GET /healthz HTTP/1.1\r\nHost: x\r\nX: "})
    void headersThatDoNotComeInTimeEndTheConnection(String begin) {
        try (RawClient client = RawClient.of(fixture)) {
            client.send(begin);

            assertThat(client.saidSomethingBeforeTheEnd()).isFalse();
        }
    }

    @Test
    void headersThatTrickleInEndTheConnection() throws InterruptedException {
        try (RawClient client = RawClient.of(fixture)) {
            client.send("GET /healthz HTTP/1.1\r\n");
            boolean taken = true;
            for (int i = 0; i < 500 && taken; i++) {
                Thread.sleep(20);
                taken = takes(client, "X: " + i + "\r\n");
            }
            assertThat(taken).isFalse();
        }
    }

    private static boolean takes(RawClient client, String text) {
        try {
            client.send(text);
            return true;
        } catch (java.io.UncheckedIOException e) {
            return false;
        }
    }

    @Test
    void aConnectionServesManyRequestsAndIsEndedWhenItIsIdle() {
        try (RawClient client = RawClient.of(fixture)) {
            for (int i = 0; i < 3; i++) {
                client.send(post(EVENTS, EVENT));
                assertThat(client.reply().status()).isEqualTo(200);
            }
            assertThat(client.saidSomethingBeforeTheEnd()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 100", "Transfer-Encoding: chunked"})
    void aBodyThatDoesNotComeInTimeIsAProblem(String framing) {
        try (RawClient client = RawClient.of(fixture)) {
            client.send(head("POST " + EVENTS + " HTTP/1.1", "Content-Type: application/json", framing));
            client.send("5\r\n{\"typ");

            RawClient.Reply reply = client.reply();

            assertThat(reply.status()).isEqualTo(408);
            assertThat(reply.is("REQUEST_TIMEOUT")).isTrue();
            assertThat(client.saidSomethingBeforeTheEnd()).isFalse();
        }
    }

    @Test
    void aBodyThatTricklesInIsAProblem() throws InterruptedException {
        try (RawClient client = RawClient.of(fixture)) {
            client.send(CHUNKED);
            boolean taken = true;
            for (int i = 0; i < 500 && taken; i++) {
                Thread.sleep(20);
                taken = takes(client, "1\r\n \r\n");
            }
            assertThat(taken).isFalse();
            assertThat(client.reply().status()).isEqualTo(408);
        }
    }

    @Test
    void aBodyThatIsTooLargeIsAProblemAlsoForWhoSendsAllOfItFirst() {
        byte[] much = "x".repeat(MOST_BYTES * 2 - 1).getBytes(StandardCharsets.UTF_8);
        try (RawClient client = RawClient.of(fixture)) {
            client.send(head(
                    "POST " + EVENTS + " HTTP/1.1",
                    "Content-Type: application/json",
                    "Content-Length: " + much.length));
            RawClient.Reply reply = client.trySend(much).reply();
            assertThat(reply.status()).isEqualTo(413);
            assertThat(reply.is("BODY_TOO_LARGE")).isTrue();
        }
        String chunks = "3e8\r\n" + "x".repeat(1_000) + "\r\n";
        try (RawClient client = RawClient.of(fixture)) {
            client.send(CHUNKED);
            RawClient.Reply reply = client.trySend(chunks.repeat(150).getBytes(StandardCharsets.UTF_8))
                    .reply();
            assertThat(reply.status()).isEqualTo(413);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"7fffffff\r\n", "", "5;x="})
    void aChunkWithoutEndIsNotGathered(String begin) {
        try (RawClient client = RawClient.of(fixture)) {
            client.send(CHUNKED).send(begin);
            byte[] part = "a".repeat(10_000).getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < 100; i++) {
                client.trySend(part);
            }
            assertThat(client.reply().status()).isEqualTo(413);
        }
        isHealthy(fixture);
    }

    @Test
    void aRefusedBodyIsReadOverIfItIsSmallAndNotWaitedForIfItIsLarge() {
        String unknown = "/v1/nothing";
        try (RawClient client = RawClient.of(fixture)) {
            client.send(post(unknown, EVENT)).send(post(EVENTS, EVENT));
            assertThat(client.reply().status()).isEqualTo(404);
            assertThat(client.reply().status()).isEqualTo(200);
        }
        try (RawClient client = RawClient.of(fixture)) {
            client.send(head("POST " + unknown + " HTTP/1.1", "Content-Length: 99999999"));
            RawClient.Reply reply = client.reply();
            assertThat(reply.status()).isEqualTo(404);
            assertThat(reply.header("Connection")).isEqualTo("close");
        }
    }

    @Test
    void whoWaitsForContinueIsToldToOrAnswered() {
        String[] asks = {"Content-Type: application/json", "Expect: 100-continue", "Content-Length: " + EVENT.length()};
        try (RawClient client = RawClient.of(fixture)) {
            client.send(head("POST " + EVENTS + " HTTP/1.1", asks[0], asks[1], asks[2]));
            assertThat(client.reply().status()).isEqualTo(100);
            assertThat(client.send(EVENT).reply().status()).isEqualTo(200);
        }
        try (RawClient client = RawClient.of(fixture)) {
            client.send(head("POST /v1/nothing HTTP/1.1", asks[0], asks[1], asks[2]));
            assertThat(client.reply().status()).isEqualTo(404);
        }
    }

    @Test
    void headersThatAreTooLargeAreAProblem() {
        String large = "x".repeat(2 * ServerLimits.DEFAULTS.headerBytes());
        RawClient.Reply header = RawClient.ask(fixture, head("GET /healthz HTTP/1.1", "X: " + large));
        RawClient.Reply many = RawClient.ask(
                fixture, head("GET /healthz HTTP/1.1", "X: y\r\n".repeat(8_000).strip()));
        RawClient.Reply target = RawClient.ask(fixture, head("GET /" + large + " HTTP/1.1"));

        assertThat(header.status()).isEqualTo(431);
        assertThat(many.status()).isEqualTo(431);
        assertThat(header.is("HEADERS_TOO_LARGE")).isTrue();
        assertThat(target.status()).isIn(414, 431);
    }

    @Test
    void allBodiesTogetherHoldNoMoreThanTheyMay() {
        try (ServerFixture small = server(limits -> limits.together(100, 1 << 20))) {
            List<RawClient> large = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                large.add(RawClient.of(small)
                        .send(head(
                                "POST " + EVENTS + " HTTP/1.1",
                                "Content-Type: application/json",
                                "Content-Length: 300001"))
                        .trySend(" ".repeat(300_000).getBytes(StandardCharsets.UTF_8)));
            }
            List<RawClient.Reply> refused = new ArrayList<>();
            isHealthy(small);
            // One of the four found no room, or two that came side by side; the others wait for their last byte.
            for (RawClient client : large) {
                client.trySend(new byte[] {' '});
                refused.add(client.reply());
                client.close();
            }
            assertThat(refused)
                    .filteredOn(reply -> reply.status() == 503)
                    .hasSizeBetween(1, 2)
                    .allSatisfy(reply -> {
                        assertThat(reply.is("TOO_MANY_REQUESTS")).isTrue();
                        assertThat(reply.header("Retry-After")).isEqualTo("1");
                    });
            assertThat(refused).filteredOn(reply -> reply.status() == 400).hasSizeBetween(2, 3);
            // Room is made again.
            assertThat(small.post(EVENTS, "{\"type\":\"t\",\"payload\":\"" + "x".repeat(400_000) + "\"}")
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void asManyRequestsAtOnceAsThereMayBeAndFeedsDoNotCount() {
        try (ServerFixture small = server(limits -> limits.together(2, 1 << 20))) {
            try (var one = small.feed(session("s", "/feed"));
                    var two = small.feed(session("s", "/feed"));
                    var three = small.feed(session("s", "/feed"));
                    RawClient first = RawClient.of(small);
                    RawClient second = RawClient.of(small)) {
                one.next("caught-up");
                two.next("caught-up");
                three.next("caught-up");
                isHealthy(small);
                String begun = head(
                        "POST " + EVENTS + " HTTP/1.1",
                        "Content-Type: application/json",
                        "Content-Length: " + EVENT.length());
                first.send(begun);
                second.send(begun);
                RawClient.Reply refused = RawClient.Reply.NONE;
                for (int i = 0; i < 500 && refused.status() != 503; i++) {
                    refused = RawClient.ask(small, head("GET /healthz HTTP/1.1"));
                }
                assertThat(refused.is("TOO_MANY_REQUESTS")).isTrue();
                assertThat(first.send(EVENT).reply().status()).isEqualTo(200);
                isHealthy(small);
            }
        }
    }

    @Test
    void fiveHundredPeersThatTrickleDoNotKeepOthersFromBeingAnswered() {
        try (ServerFixture patient = server(limits -> limits)) {
            List<RawClient> peers = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                RawClient peer = RawClient.of(patient);
                peers.add(peer.send(i % 2 == 0 ? "POST " + EVENTS + " HTTP/1.1\r\nHo" : CHUNKED + "1\r\n \r\n"));
            }
            for (int round = 0; round < 3; round++) {
                peers.forEach(peer -> peer.send("1"));
                isHealthy(patient);
            }
            peers.forEach(RawClient::close);
        }
    }

    @Test
    void whoDoesNotTakeItsAnswersIsCutOff() {
        String large = "{\"type\":\"t\",\"payload\":\"" + "x".repeat(90_000) + "\"}";
        for (int i = 0; i < 40; i++) {
            assertThat(fixture.post(session("large", "/events"), large).statusCode())
                    .isEqualTo(200);
        }
        try (RawClient client = RawClient.of(fixture.server().address(), 4_096)) {
            String asks = head("GET " + session("large", "/events?limit=40") + " HTTP/1.1");
            client.send(asks.repeat(20));

            boolean taken = true;
            for (int i = 0; i < 500 && taken; i++) {
                taken = takes(client, asks);
                try {
                    Thread.sleep(10);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }

            assertThat(taken).isFalse();
        }
        isHealthy(fixture);
    }
}
