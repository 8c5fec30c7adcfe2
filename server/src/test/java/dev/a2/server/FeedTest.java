package dev.a2.server;

import static dev.a2.server.ServerFixture.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.server.config.ServerLimits;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClearRequest;
import dev.a2.store.NewEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** SRV-2, F59, F60, F61, F63. */
class FeedTest {
    private static ServerFixture fixture;

    @BeforeAll
    static void open() {
        fixture = ServerFixture.open(options -> options.heartbeat(Duration.ofMillis(300)));
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    private static void append(String sessionId, int events) {
        List<NewEvent> batch = new ArrayList<>();
        for (int i = 0; i < events; i++) {
            batch.add(NewEvent.of(null, "said", Json.of("{\"n\":" + i + "}")));
        }
        fixture.store().append(AppendRequest.of(sessionId, batch));
    }

    private static List<String> ids(FeedReader feed, int count) {
        List<String> ids = new ArrayList<>();
        while (ids.size() < count) {
            ids.add(feed.next("").id());
        }
        return ids;
    }

    @Test
    void headersKeepProxiesFromHoldingItBack() {
        try (FeedReader feed = fixture.feed(session("h", "/feed"), "Accept-Encoding", "gzip")) {
            var headers = feed.response().headers();
            assertThat(headers.firstValue("Content-Type")).contains("text/event-stream");
            assertThat(headers.firstValue("Cache-Control")).contains("no-store, no-transform");
            assertThat(headers.firstValue("X-Accel-Buffering")).contains("no");
            assertThat(headers.firstValue("Content-Encoding")).isEmpty();
        }
    }

    @Test
    void historyAndLiveEventsAreOneSequence() {
        append("seam", 900);
        append("seam", 600);
        try (FeedReader feed = fixture.feed(session("seam", "/feed"))) {
            List<String> ids = ids(feed, 700);
            append("seam", 300);
            ids.addAll(ids(feed, 1_100));

            for (int i = 0; i < ids.size(); i++) {
                assertThat(ids.get(i)).isEqualTo(Integer.toString(i + 1));
            }
        }
    }

    @Test
    void aFeedGoesOnBehindTheLastEventId() {
        append("resume", 5);
        try (FeedReader feed = fixture.feed(session("resume", "/feed?after=1"), "Last-Event-ID", "3")) {
            assertThat(ids(feed, 2)).containsExactly("4", "5");
            assertThat(feed.next().event()).isEqualTo("caught-up");
        }
        try (FeedReader feed = fixture.feed(session("resume", "/feed?after=now"))) {
            assertThat(feed.next().data()).isEqualTo("{\"frontier\":5}");
        }
    }

    @ParameterizedTest
    @CsvSource({"99, beyond-end", "abc, malformed", "-1, malformed", "99999999999999999999, malformed", "1.0, malformed"
    })
    void aCursorThatCannotBeHonouredIsReset(String lastEventId, String reason) {
        append("reset " + lastEventId, 2);
        try (FeedReader feed = fixture.feed(session("reset " + lastEventId, "/feed"), "Last-Event-ID", lastEventId)) {
            FeedReader.Frame reset = feed.next();
            assertThat(reset.event()).isEqualTo("reset");
            assertThat(reset.data()).isEqualTo("{\"reason\":\"" + reason + "\",\"after\":0}");
            assertThat(reset.id()).isEqualTo("0");
            assertThat(ids(feed, 2)).containsExactly("1", "2");
        }
    }

    @Test
    void aCursorOfAnEarlierLifetimeIsReset() {
        append("cleared", 4);
        fixture.store().clear(ClearRequest.of("cleared"));
        append("cleared", 1);
        try (FeedReader feed = fixture.feed(session("cleared", "/feed"), "Last-Event-ID", "2")) {
            assertThat(feed.next().data()).isEqualTo("{\"reason\":\"cleared\",\"after\":4}");
            assertThat(ids(feed, 2)).containsExactly("5", "6");
        }
        try (FeedReader feed = fixture.feed(session("cleared", "/feed"), "Last-Event-ID", "5")) {
            assertThat(ids(feed, 1)).containsExactly("6");
        }
    }

    @Test
    void aFeedGoesOnAtTheMarkerWhenTheSessionIsCleared() {
        append("clearing", 2);
        try (FeedReader feed = fixture.feed(session("clearing", "/feed"))) {
            assertThat(ids(feed, 2)).containsExactly("1", "2");
            fixture.store().clear(ClearRequest.of("clearing"));
            append("clearing", 1);
            assertThat(ids(feed, 2)).containsExactly("3", "4");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"after=-1", "after=x", "aftr=1", "presence=maybe"})
    void malformedParametersAreRefused(String query) {
        assertThat(fixture.get(session("s", "/feed?" + query)).statusCode()).isEqualTo(400);
    }

    @Test
    void lineBreaksInAnEventStayInOneFrame() {
        fixture.store()
                .append(AppendRequest.of(
                        "breaks",
                        NewEvent.of("id\r\ndata: x", "type\nid: 99", Json.of("{\r\n\"a\":\n\r\"\\u0000\\r\\n\"}"))));
        append("breaks", 1);
        try (FeedReader feed = fixture.feed(session("breaks", "/feed"))) {
            FeedReader.Frame frame = feed.next();
            assertThat(frame.id()).isEqualTo("1");
            assertThat(frame.data())
                    .contains("\"id\":\"id\\r\\ndata: x\"", "\"type\":\"type\\nid: 99\"", "\"\\u0000\\r\\n\"");
            assertThat(feed.next().id()).isEqualTo("2");
        }
    }

    @Test
    void aSilentFeedBeatsAndSaysWhenToComeBack() throws InterruptedException {
        try (FeedReader feed = fixture.feed(session("silent", "/feed"))) {
            feed.next("caught-up");
            for (int i = 0; i < 200 && feed.comments().size() < 3; i++) {
                Thread.sleep(20);
            }
            assertThat(feed.comments()).hasSizeGreaterThanOrEqualTo(3).contains(":");
            assertThat(feed.comments().get(0)).matches("retry: [1-4][0-9]{3}");
        }
    }

    @Test
    void presenceRidesAlongUntilItExpires() {
        try (FeedReader feed = fixture.feed(session("who", "/feed?presence=true"))) {
            assertThat(feed.next("presence").data()).isEqualTo("{\"entries\":[]}");
            fixture.put(session("who", "/presence/ann"), "{\"values\":{\"typing\":true},\"ttlMs\":400}");
            assertThat(feed.next("presence").data()).contains("\"participant\":\"ann\"", "\"field\":\"typing\"");
            assertThat(feed.next("presence").data()).isEqualTo("{\"entries\":[]}");
        }
    }

    @Test
    void tooManyFeedsAreRefusedAndRoomIsMadeAgain() {
        ServerLimits few = ServerLimits.DEFAULTS.feeds(3, 2, 1 << 20);
        try (ServerFixture small =
                ServerFixture.open(options -> options.limits(few).heartbeat(Duration.ofMillis(100)))) {
            try (FeedReader one = small.feed(session("s", "/feed"));
                    FeedReader two = small.feed(session("s", "/feed"))) {
                assertThat(two.next("caught-up").event()).isNotEmpty();
                var refused = small.get(session("s", "/feed"));
                assertThat(refused.statusCode()).isEqualTo(429);
                assertThat(refused.headers().firstValue("Retry-After")).isPresent();
                assertThat(one.response().statusCode()).isEqualTo(200);
            }
            int status = 429;
            for (int i = 0; i < 200 && status == 429; i++) {
                try (FeedReader again = small.feed(session("s", "/feed"))) {
                    status = again.response().statusCode();
                }
            }
            assertThat(status).isEqualTo(200);
        }
    }

    @Test
    void closingTheServerEndsFeedsWithAHint() {
        ServerFixture other = ServerFixture.open();
        try (FeedReader feed = other.feed(session("s", "/feed"))) {
            feed.next("caught-up");
            other.close();
            assertThat(feed.next().data()).isEqualTo("{\"reason\":\"shutting-down\"}");
            assertThat(FeedReader.isEnd(feed.next())).isTrue();
        }
    }
}
