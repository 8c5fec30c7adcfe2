package dev.a2.server;

import static dev.a2.server.ServerFixture.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.A2Options;
import dev.a2.Contract;
import dev.a2.EventType;
import dev.a2.Reducer;
import dev.a2.RetryPolicy;
import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.NewEvent;
import dev.a2.store.Target;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SessionsTest {
    sealed interface Deed {}

    @EventType("counted")
    record Counted(int by) implements Deed {}

    @EventType("doubled")
    record Doubled(int by) implements Deed {}

    @EventType("failing")
    record Failing(String why) implements Deed {}

    record Sum(int value) {}

    private static final Reducer<Deed, Sum> SUM =
            Reducer.of("sum", Sum.class, new Sum(0), (sum, deed) -> switch (deed) {
                case Counted counted -> new Sum(sum.value() + counted.by());
                case Doubled doubled -> new Sum(sum.value() + doubled.by());
                case Failing failing -> sum;
            });

    private static final Contract<Deed> CONTRACT = Contract.of("deeds", Deed.class)
            .reducer(SUM)
            .on(Counted.class, (counted, context) -> List.of(new Doubled(counted.by() * 2)))
            .each(
                    "breaker",
                    each -> each.retry(RetryPolicy.none()).on(Failing.class, (failing, context) -> {
                        throw new IllegalStateException(failing.why());
                    }))
            .build();

    private static ServerFixture fixture;

    @BeforeAll
    static void open() {
        fixture = ServerFixture.open(options ->
                options.contract(CONTRACT).runtime(A2Options.defaults().pollInterval(Duration.ofMillis(100))));
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    private static void append(String id, String json) {
        HttpResponse<String> reply = fixture.post(session(id, "/events"), json);
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
    }

    private static String await(String path, String part) {
        String body = "";
        for (int i = 0; i < 500; i++) {
            body = fixture.get(path).body();
            if (body.contains(part)) {
                return body;
            }
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        throw new AssertionError(path + " never said " + part + " but " + body);
    }

    @Test
    void handlersOfAContractRunAndCausesAreTold() {
        append("s1", "{\"type\":\"counted\",\"payload\":{\"by\":3}}");

        String history = await(session("s1", "/events"), "\"type\":\"doubled\"");

        assertThat(history)
                .contains("\"cause\":{\"consumer\":\"a2.handlers\",\"lane\":null,\"index\":1,\"attempt\":1}");
    }

    @Test
    void statesAreFoldedNowAndThen() {
        append("s2", "{\"type\":\"counted\",\"payload\":{\"by\":3}}");
        await(session("s2", "/events"), "\"type\":\"doubled\"");

        assertThat(fixture.get(session("s2", "/state/sum")).body())
                .isEqualTo("{\"reducer\":\"sum\",\"index\":2,\"clearIndex\":0,\"state\":{\"value\":9}}");
        assertThat(fixture.get(session("s2", "/state/sum?at=1")).body()).contains("\"value\":3");
        assertThat(fixture.get(session("s2", "/state/nothing")).statusCode()).isEqualTo(404);
        assertThat(fixture.get(session("s2", "/state/sum?at=9")).statusCode()).isEqualTo(400);
    }

    @Test
    void statesRideAlongOnAFeedAndNeverAheadOfIt() {
        try (FeedReader feed = fixture.feed(session("s3", "/feed?state=sum"))) {
            assertThat(feed.next("state").data()).contains("\"index\":0", "\"value\":0");
            append("s3", "{\"type\":\"counted\",\"payload\":{\"by\":1}}");
            long seen = 0;
            FeedReader.Frame frame = feed.next();
            while (!frame.data().contains("\"value\":3")) {
                if (frame.event().isEmpty()) {
                    seen = Long.parseLong(frame.id());
                } else if (frame.event().equals("state")) {
                    assertThat(frame.data()).contains("\"index\":" + seen);
                }
                frame = feed.next();
            }
            assertThat(seen).isEqualTo(2);
        }
        assertThat(fixture.get(session("s3", "/feed?state=nothing")).statusCode())
                .isEqualTo(404);
    }

    @Test
    void deadLettersAreListedRetriedAndSkipped() {
        append("s4", "{\"type\":\"failing\",\"payload\":{\"why\":\"no luck\"}}");

        String dead = await(session("s4", "/dead-letters"), "no luck");

        assertThat(dead).contains("\"consumer\":\"breaker\"", "\"attemptCount\":1", "\"failedAt\":\"");
        assertThat(await("/v1/sessions?state=dead", "\"sessionId\":\"s4\"")).contains("\"dead\":1");
        String path = session("s4", "/dead-letters/breaker/1");
        assertThat(fixture.post(path, "{\"action\":\"retry\"}").body()).isEqualTo("{\"redriven\":true}");
        await(session("s4", "/dead-letters"), "\"attemptCount\":2");
        assertThat(fixture.post(path, "{\"action\":\"skip\"}").statusCode()).isEqualTo(200);
        assertThat(fixture.get(session("s4", "/dead-letters")).body()).contains("\"deadLetters\":[]");
        assertThat(fixture.post(path, "{\"action\":\"skip\"}").statusCode()).isEqualTo(404);
        assertThat(fixture.post(path, "{\"action\":\"no\"}").statusCode()).isEqualTo(400);
    }

    @Test
    void aSessionIsClearedOnCondition() {
        append("s5", "{\"type\":\"counted\",\"payload\":{\"by\":1}}");
        await(session("s5", "/events"), "\"frontier\":2");

        assertThat(fixture.post(session("s5", "/clear"), "{\"ifLastIndex\":1}").statusCode())
                .isEqualTo(409);
        assertThat(fixture.post(session("s5", "/clear"), "{\"ifLastIndex\":2}").body())
                .isEqualTo("{\"frontier\":3,\"clearIndex\":3}");
        assertThat(fixture.post(session("s5", "/clear"), "").statusCode()).isEqualTo(200);
    }

    @Test
    void cursorsTellWhereConsumersStand() {
        fixture.store()
                .append(AppendRequest.of(
                        "s6",
                        NewEvent.of(null, "x", Json.NULL).to(Target.lane("elsewhere", "a"), Target.each("other"))));

        assertThat(fixture.get(session("s6", "/cursors")).body())
                .contains(
                        "\"consumer\":\"elsewhere\",\"kind\":\"lane\",\"lane\":\"a\",\"position\":0,\"head\":1",
                        "\"consumer\":\"other\",\"kind\":\"event\",\"lane\":null",
                        "\"now\":\"");
        assertThat(fixture.get("/v1/sessions?state=pending").body())
                .contains("\"sessionId\":\"s6\"", "{\"consumer\":\"elsewhere\",\"heads\":1}");
        assertThat(fixture.get(session("s6", "")).body()).contains("\"frontier\":1", "\"lastEventType\":\"x\"");
        assertThat(fixture.get(session("none", "")).body()).contains("\"frontier\":0", "\"lastEventType\":null");
    }

    @Test
    void sessionsAreListedInPages() {
        for (int i = 0; i < 5; i++) {
            append("page-" + i, "{\"type\":\"x\",\"payload\":1}");
        }
        int found = 0;
        String next = "";
        do {
            String body = fixture.get("/v1/sessions?limit=2" + (next.isEmpty() ? "" : "&from=" + next))
                    .body();
            found += body.split("\"sessionId\":\"page-", -1).length - 1;
            next = body.contains("\"next\":null") ? "" : body.replaceAll(".*\"next\":\"([^\"]*)\".*", "$1");
        } while (!next.isEmpty());
        assertThat(found).isEqualTo(5);
        assertThat(fixture.get("/v1/sessions?limit=0").statusCode()).isEqualTo(400);
        assertThat(fixture.get("/v1/sessions?state=odd").statusCode()).isEqualTo(400);
    }

    @Test
    void contractsAreListed() {
        assertThat(fixture.get("/v1/contracts").body())
                .contains("\"name\":\"deeds\"", "\"reducers\":[\"sum\"]", "\"consumers\":[\"a2.handlers\",\"breaker\"");
    }

    @Test
    void aPayloadThatDoesNotFitItsContractIsRefused() {
        HttpResponse<String> refused =
                fixture.post(session("s7", "/events"), "{\"type\":\"counted\",\"payload\":{\"by\":\"many\"}}");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(fixture.store().bounds("s7").frontier()).isZero();
    }

    @Test
    void presenceIsSetReadAndTakenBack() {
        String path = session("s8", "/presence/ann");
        assertThat(fixture.put(path, "{\"values\":{\"cursor\":{\"x\": 1},\"typing\":true},\"ttlMs\":60000}")
                        .body())
                .isEqualTo("{\"applied\":[\"cursor\",\"typing\"]}");
        assertThat(fixture.get(session("s8", "/presence")).body())
                .contains("\"participant\":\"ann\",\"field\":\"cursor\",\"value\":{\"x\": 1}", "\"expiresInMs\":");
        fixture.put(path, "{\"values\":{\"typing\":null},\"ttlMs\":60000}");
        assertThat(fixture.get(path).body()).doesNotContain("typing").contains("cursor");
        assertThat(fixture.put(path, "{\"values\":{},\"ttlMs\":60000}").statusCode())
                .isEqualTo(400);
        assertThat(fixture.put(path, "{\"values\":{\"a\":1},\"ttlMs\":0}").statusCode())
                .isEqualTo(400);
    }
}
