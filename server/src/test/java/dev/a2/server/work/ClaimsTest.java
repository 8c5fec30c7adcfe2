package dev.a2.server.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.server.A2Server;
import dev.a2.server.ServerFixture;
import dev.a2.server.config.ServerLimits;
import dev.a2.server.config.ServerOptions;
import dev.a2.store.AppendRequest;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.Target;
import dev.a2.store.memory.MemoryStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How heads are found and handed out. */
class ClaimsTest {
    private static final int LIMIT_SECONDS = 20;

    private CountingStore counts;
    private SessionStore store;
    private ServerFixture fixture;
    private WorkClient one;
    private WorkClient two;

    @BeforeEach
    void open() {
        counts = new CountingStore(MemoryStore.open());
        store = counts.store();
        ServerLimits limits = ServerLimits.DEFAULTS
                .requests(1 << 20, 10, Duration.ofSeconds(5))
                .claims(300);
        fixture = ServerFixture.on(store, options -> options.limits(limits));
        one = new WorkClient(fixture, "one");
        two = new WorkClient(fixture, "two");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void aClaimThatWaitsIsWokenByAnAppend() {
        CompletableFuture<List<Handed>> waiting = waiting(one, "mailer", 1);

        one.append("s", "mailer", "1");

        assertThat(within(waiting)).hasSize(1);
    }

    @Test
    void aClaimThatWaitsIsWokenByAnAppendThatCameAnotherWay() {
        CompletableFuture<List<Handed>> waiting = waiting(one, "mailer", 1);

        store.append(AppendRequest.of(
                "s", List.of(NewEvent.of("e", "did", Json.of("1")).to(new Target("mailer", null, null)))));

        assertThat(within(waiting)).hasSize(1);
    }

    @Test
    void aClaimThatWaitsIsWokenWhenARetryIsDue() {
        one.append("s", "mailer", "1");
        one.fail(one.claimOne("mailer"), "\"retryAfterMs\":300");

        assertThat(within(waiting(two, "mailer", 1))).hasSize(1);
    }

    @Test
    void aClaimTakesFromSeveralSessionsUpToItsLimit() {
        for (int i = 0; i < 7; i++) {
            one.append("s" + i, "mailer", "1");
        }

        List<Handed> first = one.claim("mailer", "\"limit\":5");
        List<Handed> rest = new ArrayList<>(two.claim("mailer", "\"limit\":5,\"waitMs\":20000"));
        if (rest.size() == 1) {
            // What the first claim saw and left is given back behind its answer.
            rest.addAll(two.claim("mailer", "\"limit\":5,\"waitMs\":20000"));
        }

        assertThat(first).hasSize(5);
        assertThat(rest).hasSize(2);
        assertThat(Stream.concat(first.stream(), rest.stream()).map(Handed::sessionId))
                .doesNotHaveDuplicates();
    }

    @Test
    void whatIsLeftOverIsFoundAtOnceByTheNext() {
        for (int i = 0; i < 5; i++) {
            one.append("s", "mailer", "" + i);
        }

        List<String> payloads = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            payloads.add(one.claim("mailer", "\"limit\":1").get(0).payload());
        }

        assertThat(payloads).containsExactly("0", "1", "2", "3", "4");
    }

    /** The marks of sessions that were taken and not looked at are given back, for whoever asks another server. */
    @Test
    void whatIsLeftOverIsFoundAtOnceByAnotherServer() {
        for (int i = 0; i < 4; i++) {
            one.append("many", "mailer", "1");
        }
        assertThat(one.claim("mailer", "\"limit\":3")).hasSize(3);

        try (A2Server other = A2Server.open(store, ServerOptions.defaults().listen("127.0.0.1", 0))) {
            // Giving back goes on beside the answer; a lease of a mark lasts longer than this claim.
            String more = "\"limit\":3,\"waitMs\":2000";
            List<Handed> rest = new WorkClient(ServerFixture.of(store, other), "two").claim("mailer", more);

            assertThat(rest).hasSize(1);
        }
    }

    @Test
    void oneSessionOnlyIfAskedFor() {
        one.append("s1", "mailer", "1");
        one.append("s2", "mailer", "2");

        List<Handed> claims = one.claim("mailer", "\"session\":\"s2\"");
        CompletableFuture<List<Handed>> waiting =
                CompletableFuture.supplyAsync(() -> one.claim("mailer", "\"session\":\"s2\",\"waitMs\":20000"));
        await(1);
        one.append("s2", "mailer", "3");

        assertThat(claims).extracting(Handed::payload).containsExactly("2");
        assertThat(within(waiting)).extracting(Handed::payload).containsExactly("3");
        assertThat(one.claim("mailer", "")).extracting(Handed::payload).containsExactly("1");
    }

    @Test
    void whoCameFirstIsServedFirst() {
        CompletableFuture<List<Handed>> first = waiting(one, "mailer", 1);
        CompletableFuture<List<Handed>> second = waiting(two, "mailer", 2);

        one.append("s", "mailer", "1");
        assertThat(within(first)).extracting(Handed::payload).containsExactly("1");
        one.append("s", "mailer", "2");

        assertThat(within(second)).extracting(Handed::payload).containsExactly("2");
    }

    /** Two hundred wait; ten events send about ten of them to the store, and the index is looked through once for all. */
    @Test
    void manyWhoWaitDoNotAllRunForOneEvent() {
        List<CompletableFuture<List<Handed>>> waiting = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            waiting.add(CompletableFuture.supplyAsync(
                    () -> one.claim("mailer", "\"limit\":1,\"waitMs\":20000"),
                    task -> Thread.ofVirtual().start(task)));
        }
        await(200);
        int claimsBefore = counts.calls("claimAvailable");

        for (int i = 0; i < 10; i++) {
            one.append("s" + i, "mailer", "1");
        }
        AtomicInteger served = new AtomicInteger();
        List<CompletableFuture<Integer>> counted = waiting.stream()
                .map(claim -> claim.thenApply(claims -> served.addAndGet(claims.size())))
                .toList();
        assertThat(reaches(served, 10)).isTrue();
        int claimed = counts.calls("claimAvailable") - claimsBefore;
        fixture.server().close();

        assertThat(claimed).isLessThan(60);
        counted.forEach(ClaimsTest::within);
        assertThat(served).hasValue(10);
    }

    @Test
    void aClaimThatWaitsIsAnsweredEmptyAtShutdown() {
        CompletableFuture<List<Handed>> waiting = waiting(one, "mailer", 1);

        fixture.server().close();

        assertThat(within(waiting)).isEmpty();
    }

    @Test
    void tooManyWaitingClaimsAreTurnedAway() {
        List<CompletableFuture<List<Handed>>> waiting = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            waiting.add(CompletableFuture.supplyAsync(
                    () -> one.claim("mailer", "\"waitMs\":20000"),
                    task -> Thread.ofVirtual().start(task)));
        }
        await(300);

        HttpResponse<String> refused = two.post("claim", two.claimBody("[{\"name\":\"other\"}]", ""));
        fixture.server().close();

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.body()).contains("TOO_MANY_REQUESTS");
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        waiting.forEach(claim -> assertThat(within(claim)).isEmpty());
    }

    /** A worker that was killed while it waited leaves nobody in line: the next event goes to one who is there. */
    @Test
    void whoHungUpWhileWaitingIsHandedNothing() throws IOException {
        hangUpWhileWaiting();
        await(0);

        one.append("s", "mailer", "1");

        assertThat(two.claim("mailer", "\"waitMs\":10000"))
                .extracting(Handed::attempt)
                .containsExactly(1);
    }

    @Test
    void whatIsClaimedForWhoHungUpIsGivenBack() throws IOException {
        hangUpWhileWaiting();

        one.append("s", "mailer", "1");

        // Long before the lease lapses.
        assertThat(two.claim("mailer", "\"waitMs\":10000"))
                .extracting(Handed::failureCount)
                .containsExactly(0);
    }

    /** Claims, reads the first blank of the answer, and goes. */
    private void hangUpWhileWaiting() throws IOException {
        String body = one.claimBody("[{\"name\":\"mailer\"}]", "\"waitMs\":30000");
        URI server = fixture.server().address();
        String request = "POST /v1/work/claim HTTP/1.1\r\nHost: " + server.getAuthority()
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            BufferedReader answer =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            String line = answer.readLine();
            while (!" ".equals(line)) {
                line = answer.readLine();
            }
        }
    }

    @Test
    void aStoreThatCannotAnswerIsTold() {
        counts.fail("takeWork");

        HttpResponse<String> refused = one.post("claim", one.claimBody("[{\"name\":\"mailer\"}]", ""));

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.body()).contains("STORE_UNAVAILABLE");
        counts.fail("");
        one.append("s", "mailer", "1");
        assertThat(one.claim("mailer", "\"waitMs\":10000")).hasSize(1);
    }

    @Test
    void whatIsWrongWithAClaimIsSaid() {
        String[][] bodies = {
            {"{}", "holder"},
            {"{\"holder\":\"\",\"consumers\":[{\"name\":\"a\"}]}", "holder"},
            {"{\"holder\":\"h\"}", "consumers"},
            {"{\"holder\":\"h\",\"consumers\":[]}", "consumers"},
            {"{\"holder\":\"h\",\"consumers\":[{\"name\":\"a\"},{\"name\":\"a\"}]}", "twice"},
            {"{\"holder\":\"h\",\"consumers\":[{\"name\":\"a2.timers\"}]}", "belong to the engine"},
            {"{\"holder\":\"h\",\"consumers\":[{\"name\":\"a\",\"log\":{\"types\":[]}}]}", "types"},
            {
                "{\"holder\":\"h\",\"consumers\":[{\"name\":\"a\"}],\"leaseMs\":999}",
                "leaseMs must be from 1000 to 3600000"
            },
            {"{\"holder\":\"h\",\"consumers\":[{\"name\":\"a\"}],\"limit\":101}", "limit must be from 1 to 100"},
            {"{\"holder\":\"h\",\"consumers\":[{\"name\":\"a\"}],\"waitMs\":30001}", "waitMs must be from 0 to 30000"},
            {"{\"holder\":\"h\",\"consumers\":[{\"name\":\"a\"}],\"maxFailures\":0}", "maxFailures"},
            {"{\"holder\":\"h\",\"consumers\":[{\"name\":\"a\"}],\"resume\":true}", "session"},
            {"{\"holder\":\"h\",\"consumers\":[{\"name\":\"a\"}],\"wait\":1}", "wait"},
            {"{\"holder\":\"h\",\"consumers\":[{\"name\":\"" + "a".repeat(1_025) + "\"}]}", "limit of 1024"},
        };

        for (String[] body : bodies) {
            HttpResponse<String> refused = one.post("claim", body[0]);
            assertThat(refused.statusCode()).as(body[0] + refused.body()).isEqualTo(400);
            assertThat(refused.body()).contains("INVALID_ARGUMENT", body[1]);
        }
    }

    @Test
    void whatIsWrongWithTheRestIsSaid() {
        String claim = "\"sessionId\":\"s\",\"consumer\":\"a\",\"index\":1,\"attempt\":1";
        String event = "{\"type\":\"t\",\"payload\":1}";
        String[][] bodies = {
            {"complete", "{\"sessionId\":\"s\",\"consumer\":\"a\",\"index\":1}", "attempt"},
            {"complete", "{" + claim + "}", "frontier"},
            {"complete", "{" + claim + ",\"events\":[{\"type\":\"t\"}]}", "payload"},
            {"complete", "{" + claim + ",\"events\":[" + (event + ",").repeat(10) + event + "]}", "limit of 10"},
            {"complete", "{" + claim + ",\"event\":[]}", "event"},
            {"fail", "{" + claim + "}", "error"},
            {"fail", "{" + claim + ",\"error\":\"e\",\"retry\":\"no\"}", "retry"},
            {"fail", "{" + claim + ",\"error\":\"e\",\"retryAfterMs\":-1}", "retryAfterMs"},
            {"renew", "{\"holder\":\"h\",\"leaseMs\":1,\"claims\":[]}", "leaseMs"},
            {"renew", "{\"holder\":\"h\"}", "claims"},
            {"release", "{\"holder\":\"h\",\"claims\":[{}]}", "sessionId"},
        };

        for (String[] body : bodies) {
            HttpResponse<String> refused = one.post(body[0], body[1]);
            assertThat(refused.statusCode()).as(body[1] + refused.body()).isIn(400, 413);
            assertThat(refused.body()).contains(body[2]);
        }
    }

    // ---- waiting

    /** A claim that waits, once there are so many. */
    private CompletableFuture<List<Handed>> waiting(WorkClient client, String consumer, int inLine) {
        CompletableFuture<List<Handed>> claim =
                CompletableFuture.supplyAsync(() -> client.claim(consumer, "\"limit\":1,\"waitMs\":20000"));
        await(inLine);
        return claim;
    }

    /** Waits until so many claims are under way. */
    private void await(int claims) {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (fixture.server().waitingClaims() != claims) {
            if (System.nanoTime() > until) {
                throw new AssertionError(fixture.server().waitingClaims() + " claims wait, not " + claims);
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static boolean reaches(AtomicInteger number, int wanted) {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (number.get() < wanted && System.nanoTime() < until) {
            LockSupport.parkNanos(1_000_000);
        }
        return number.get() >= wanted;
    }

    private static <T> T within(CompletableFuture<T> future) {
        return future.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
    }
}
