package dev.a2.server.hostile;

import static dev.a2.server.ServerFixture.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.server.ServerFixture;
import dev.a2.server.config.ServerLimits;
import dev.a2.store.AppendRequest;
import dev.a2.store.NewEvent;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** F58: readers that do not read. {@code -Da2.stalled.megabytes=1000} makes it a long run. */
class StalledReadersTest {
    private static final int READERS = 200;
    private static final int MEGABYTES = Integer.getInteger("a2.stalled.megabytes", 200);
    private static final int EVENT_BYTES = 32 << 10;
    private static final int EVENTS = MEGABYTES * (1 << 20) / EVENT_BYTES;
    private static final String FEED = session("big", "/feed");

    /** One text for all events, so that the store's own copy of them weighs nothing. */
    private static final Json PAYLOAD = Json.string("x".repeat(EVENT_BYTES));

    private static long heap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static void append(ServerFixture fixture, int events) {
        for (int i = 0; i < events; i++) {
            fixture.store().append(AppendRequest.of("big", NewEvent.of(null, "t", PAYLOAD)));
        }
    }

    private static void consecutive(List<Long> ids, long first) {
        for (int i = 0; i < ids.size(); i++) {
            assertThat(ids.get(i)).isEqualTo(first + i);
        }
    }

    @Test
    void stalledReadersHoldLittleAreCutOffAndResume() {
        // Half of the events are there before anybody comes, half come live.
        try (ServerFixture fixture = ServerFixture.open(options -> options.heartbeat(Duration.ofMillis(1_500))
                .limits(ServerLimits.DEFAULTS.feeds(1_000, 1_000, 1 << 20)))) {
            URI server = fixture.server().address();
            append(fixture, EVENTS / 2);
            long before = heap();
            List<RawClient> stalled = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                RawClient client = RawClient.of(server, 4_096);
                stalled.add(client.send(
                        RawClient.head("GET " + FEED + (i % 2 == 0 ? "?after=" + EVENTS / 2 : "") + " HTTP/1.1")));
            }
            awaitFeeds(fixture, READERS);
            try (RawFeed healthy = RawFeed.open(server, FEED, "")) {
                append(fixture, EVENTS - EVENTS / 2);
                long grown = heap() - before;
                healthy.await("all events", feed -> feed.lastId().equals(Integer.toString(EVENTS)));
                assertThat(grown).isLessThan(64 << 20);
                assertThat(healthy.ids()).hasSize(EVENTS);
                consecutive(healthy.ids(), 1);
            }
            // Who reads again before it was cut off just goes on.
            awaitFeeds(fixture, 0);
            resume(stalled.get(1), server);
            // Each of them is noticed: one that was cut off has an end.
            for (RawClient client : stalled.subList(2, 20)) {
                assertThat(client.saidSomethingBeforeTheEnd()).isTrue();
            }
            stalled.forEach(RawClient::close);
        }
    }

    private static void awaitFeeds(ServerFixture fixture, int open) {
        long limit = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!fixture.get("/metrics").body().contains("\na2_feeds_open " + open + ".0\n")) {
            assertThat(System.nanoTime())
                    .as("there are never " + open + " feeds")
                    .isLessThan(limit);
            LockSupport.parkNanos(50_000_000);
        }
    }

    private static void resume(RawClient client, URI server) {
        List<Long> ids = new ArrayList<>();
        SseParser parser = new SseParser(message -> {
            if (message.type().isEmpty()) {
                ids.add(Long.parseLong(message.lastEventId()));
            }
        });
        assertThat(client.reply().status()).isEqualTo(200);
        try {
            client.chunks(parser::accept);
        } catch (java.io.IOException | NumberFormatException e) {
            // The end, in the middle of a frame.
        }
        assertThat(ids).isNotEmpty().hasSizeLessThan(EVENTS);
        consecutive(ids, 1);
        long last = ids.get(ids.size() - 1);
        try (RawFeed again = RawFeed.open(server, FEED, Long.toString(last))) {
            again.await("all events", feed -> feed.lastId().equals(Integer.toString(EVENTS)));
            consecutive(again.ids(), last + 1);
        }
    }
}
