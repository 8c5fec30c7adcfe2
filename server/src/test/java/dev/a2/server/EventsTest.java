package dev.a2.server;

import static dev.a2.server.ServerFixture.session;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventsTest {
    private static ServerFixture fixture;

    @BeforeAll
    static void open() {
        fixture = ServerFixture.open();
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    @Test
    void appendedEventsCanBeReadAndAreFed() {
        try (FeedReader feed = fixture.feed(session("s1", "/feed"))) {
            assertThat(feed.next("caught-up").data()).isEqualTo("{\"frontier\":0}");

            HttpResponse<String> appended = fixture.post(
                    session("s1", "/events"), "{\"type\":\"said\",\"payload\":{\"n\": 1.10e3},\"id\":\"a\"}");

            assertThat(appended.statusCode()).isEqualTo(200);
            assertThat(appended.body()).contains("\"index\":1", "\"id\":\"a\"", "\"payload\":{\"n\": 1.10e3}");
            FeedReader.Frame frame = feed.next("");
            assertThat(frame.id()).isEqualTo("1");
            assertThat(frame.data()).contains("\"type\":\"said\"", "\"payload\":{\"n\": 1.10e3}");
        }
        HttpResponse<String> history = fixture.get(session("s1", "/events"));
        assertThat(history.body()).contains("\"index\":1", "\"cause\":null", "\"frontier\":1", "\"next\":null");
    }

    @Test
    void anIdempotencyKeyMakesARetryAnswerAsTheFirst() {
        String two = "{\"events\":[{\"type\":\"a\",\"payload\":1},{\"type\":\"b\",\"payload\":2}]}";

        HttpResponse<String> first = fixture.post(session("s2", "/events"), two, "Idempotency-Key", "k1");
        HttpResponse<String> again = fixture.post(session("s2", "/events"), two, "Idempotency-Key", "k1");

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(fixture.store().bounds("s2").frontier()).isEqualTo(2);
    }

    @Test
    void aConditionThatDoesNotHoldIsAConflict() {
        fixture.post(session("s3", "/events"), "{\"type\":\"a\",\"payload\":1}");

        HttpResponse<String> refused =
                fixture.post(session("s3", "/events"), "{\"type\":\"a\",\"payload\":1,\"ifLastIndex\":0}");

        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(refused.body()).contains("\"code\":\"CONFLICT\"", "\"type\":\"/problems/conflict\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "ü 🙂", "%2F", "a?b#c", "\"{}'", "\u0000\n", "+", "x;y=1"})
    void anySessionIdWorks(String id) {
        HttpResponse<String> appended = fixture.post(session(id, "/events"), "{\"type\":\"a\",\"payload\":null}");

        assertThat(appended.statusCode()).as(appended.body()).isEqualTo(200);
        assertThat(fixture.store().read(id, 0, null)).hasSize(1);
        assertThat(fixture.get(session(id, "/events")).body()).contains("\"frontier\":1");
    }

    @Test
    void whatIsWrongWithABodyIsSaid() {
        List<String> bodies = List.of(
                "",
                "{",
                "[]",
                "{\"type\":\"a\"}",
                "{\"type\":\"\",\"payload\":1}",
                "{\"type\":\"a2.clear\",\"payload\":1}",
                "{\"type\":\"a\",\"payload\":1,\"ifLastIndx\":3}",
                "{\"events\":[]}");

        for (String body : bodies) {
            HttpResponse<String> refused = fixture.post(session("s4", "/events"), body);
            assertThat(refused.statusCode()).as(body + " " + refused.body()).isEqualTo(400);
            assertThat(refused.body()).contains("INVALID_ARGUMENT");
        }
        assertThat(fixture.store().bounds("s4").frontier()).isZero();
    }

    @Test
    void unknownPathsAndMethodsAreToldApart() {
        assertThat(fixture.get("/v1/nothing").statusCode()).isEqualTo(404);
        HttpResponse<String> wrongMethod = fixture.put(session("s5", "/events"), "{}");
        assertThat(wrongMethod.statusCode()).isEqualTo(405);
        assertThat(wrongMethod.headers().firstValue("Allow")).contains("POST, GET");
    }
}
