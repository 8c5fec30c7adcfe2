package dev.a2.server;

import static dev.a2.server.ServerFixture.session;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

class OperationsTest {
    @Test
    void readinessIsBeingAbleToAppend() {
        try (ServerFixture fixture = ServerFixture.open()) {
            assertThat(fixture.get("/healthz").body()).isEqualTo("{\"status\":\"ok\"}");
            assertThat(fixture.get("/readyz").body()).isEqualTo("{\"status\":\"ready\"}");
            assertThat(fixture.store().bounds("a2.ready").frontier()).isEqualTo(1);
            assertThat(fixture.get("/v1/sessions").body()).contains("\"sessions\":[]");
        }
    }

    @Test
    void aServerThatCanReadButNotAppendIsNotReady() {
        try (ServerFixture fixture = ServerFixture.on(new ReadOnlyStore().open(), options -> options)) {
            assertThat(fixture.get(session("s", "/events")).statusCode()).isEqualTo(200);
            HttpResponse<String> ready = fixture.get("/readyz");
            assertThat(ready.statusCode()).isEqualTo(503);
            assertThat(ready.body()).contains("\"code\":\"STORE_UNAVAILABLE\"", "the disk is full");
            HttpResponse<String> append = fixture.post(session("s", "/events"), "{\"type\":\"a\",\"payload\":1}");
            assertThat(append.statusCode()).isEqualTo(503);
            assertThat(append.headers().firstValue("Retry-After")).isPresent();
        }
    }

    @Test
    void metricsCountWhatHappens() {
        try (ServerFixture fixture = ServerFixture.open()) {
            fixture.post(session("s", "/events"), "{\"type\":\"a\",\"payload\":1}");
            fixture.get("/v1/nothing");
            try (FeedReader feed = fixture.feed(session("s", "/feed"))) {
                feed.next("caught-up");

                HttpResponse<String> metrics = fixture.get("/metrics");

                assertThat(metrics.headers().firstValue("Content-Type"))
                        .contains("text/plain; version=0.0.4; charset=utf-8");
                assertThat(metrics.body())
                        .contains(
                                "a2_events_appended_total 1.0",
                                "a2_feeds_open 1.0",
                                "a2_http_request_seconds_count{method=\"POST\",route=\"/v1/sessions/{session}/events\","
                                        + "status=\"200\"} 1",
                                "a2_http_request_seconds_count{method=\"any\",route=\"unknown\",status=\"404\"} 1",
                                "jvm_memory_used_bytes")
                        .doesNotContain("\"s\"");
            }
        }
    }
}
