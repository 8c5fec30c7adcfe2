package dev.a2.server.hostile;

import static dev.a2.server.ServerFixture.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.server.A2Server;
import dev.a2.server.config.ServerOptions;
import dev.a2.store.AppendRequest;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.memory.MemoryStore;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** F62 and F69: thousands of feeds, and all of them coming back at once. */
class ManyFeedsTest {
    private static final int FEEDS = Integer.getInteger("a2.feeds", 2_000);
    private static final String FEED = session("crowd", "/feed");

    private static void append(SessionStore store, int events) {
        for (int i = 0; i < events; i++) {
            store.append(AppendRequest.of("crowd", NewEvent.of(null, "t", Json.NULL)));
        }
    }

    private static A2Server serve(SessionStore store, int port) {
        return A2Server.open(
                store, ServerOptions.defaults().listen("127.0.0.1", port).shutdownGrace(Duration.ofSeconds(10)));
    }

    private static List<RawFeed> feeds(URI server, List<String> ids) {
        List<RawFeed> feeds = new ArrayList<>();
        ids.forEach(id -> feeds.add(RawFeed.open(server, FEED, id)));
        return feeds;
    }

    @Test
    void allComeBackAtOnceAndMissNothing() {
        try (SessionStore store = MemoryStore.open()) {
            append(store, 10);
            A2Server first = serve(store, 0);
            int port = first.address().getPort();
            List<RawFeed> feeds = feeds(first.address(), java.util.Collections.nCopies(FEEDS, ""));
            feeds.forEach(feed -> feed.await("the end of the log", RawFeed::isCaughtUp));
            append(store, 1);
            feeds.forEach(
                    feed -> feed.await("a live event", open -> open.lastId().equals("11")));

            first.close();
            feeds.forEach(feed -> feed.await("its end", RawFeed::isEnded));
            assertThat(feeds).allSatisfy(feed -> assertThat(feed.bye()).contains("shutting-down"));
            append(store, 500);
            try (A2Server second = serve(store, port)) {
                List<RawFeed> again = feeds(
                        second.address(), feeds.stream().map(RawFeed::lastId).toList());
                again.forEach(feed ->
                        feed.await("what it missed", open -> open.lastId().equals("511")));
                assertThat(again).allSatisfy(feed -> {
                    assertThat(feed.ids()).hasSize(500).startsWith(12L).endsWith(511L);
                });
                again.forEach(RawFeed::close);
            }
            feeds.forEach(RawFeed::close);
        }
    }
}
