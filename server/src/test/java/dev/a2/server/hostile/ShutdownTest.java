package dev.a2.server.hostile;

import static dev.a2.server.ServerFixture.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.server.ServerFixture;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** SRV-5: a server that is closed while everything is under way. */
class ShutdownTest {
    private static final Duration GRACE = Duration.ofSeconds(15);
    private static final String EVENT = "{\"type\":\"t\",\"payload\":1}";

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("a2") || name.startsWith("server-"))
                // Those serve all engines of a process.
                .filter(name -> !name.startsWith("a2-urgent") && !name.equals("a2-timer-watch"))
                .collect(Collectors.toSet());
    }

    @Test
    void feedsAreToldRequestsAreAnsweredAndNothingIsLeft() throws InterruptedException {
        Set<String> before = threads();
        ServerFixture fixture = ServerFixture.open(options -> options.shutdownGrace(GRACE));
        URI server = fixture.server().address();
        String path = session("s", "/events");
        assertThat(fixture.post(path, EVENT).statusCode()).isEqualTo(200);
        List<RawFeed> feeds = List.of(
                RawFeed.open(server, session("s", "/feed"), ""), RawFeed.open(server, session("t", "/feed"), ""));
        feeds.forEach(feed -> feed.await("its beginning", RawFeed::isCaughtUp));
        try (RawClient stalled = RawClient.of(server, 4_096);
                RawClient silent = RawClient.of(server, 0);
                RawClient idle = RawClient.of(server, 0);
                RawClient slow = RawClient.of(server, 0)) {
            stalled.send(RawClient.head("GET " + session("s", "/feed") + " HTTP/1.1"));
            idle.send(RawClient.post(path, EVENT)).reply();
            slow.send(RawClient.head(
                    "POST " + path + " HTTP/1.1",
                    "Content-Type: application/json",
                    "Content-Length: " + EVENT.length()));
            Thread closing = Thread.ofPlatform()
                    .name("closing")
                    .start(() -> fixture.server().close());
            feeds.forEach(feed -> feed.await("its end", RawFeed::isEnded));
            assertThat(feeds).allSatisfy(feed -> assertThat(feed.bye()).contains("shutting-down"));
            assertThat(silent.saidSomethingBeforeTheEnd()).isFalse();
            assertThat(idle.saidSomethingBeforeTheEnd()).isFalse();

            slow.send(EVENT);

            assertThat(slow.reply().status()).isIn(200, 503);
            closing.join(GRACE);
            assertThat(closing.isAlive()).isFalse();
        }
        assertThatThrownBy(() -> RawClient.of(server, 0)).isInstanceOf(UncheckedIOException.class);
        fixture.close();
        fixture.close();
        for (int i = 0; i < 500 && !before.containsAll(threads()); i++) {
            Thread.sleep(10);
        }
        assertThat(before).containsAll(threads());
        ServerFixture.open(options -> options.listen("127.0.0.1", server.getPort()))
                .close();
    }
}
