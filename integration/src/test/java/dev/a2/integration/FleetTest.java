package dev.a2.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.server.A2Server;
import dev.a2.server.config.ServerOptions;
import dev.a2.store.SessionStore;
import dev.a2.store.redis.RedisOptions;
import dev.a2.store.redis.RedisStore;
import dev.a2.testservers.RedisServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two servers on one Redis. */
@Timeout(60)
class FleetTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static RedisServer redis;
    private static final SessionStore[] stores = new SessionStore[2];
    private static final A2Server[] servers = new A2Server[2];

    @BeforeAll
    static void open() {
        redis = RedisServer.start(RedisServer.Version.SEVEN);
        for (int i = 0; i < 2; i++) {
            stores[i] = RedisStore.open(RedisOptions.of("127.0.0.1", redis.port()));
            servers[i] = A2Server.open(stores[i], ServerOptions.defaults().listen("127.0.0.1", 0));
        }
    }

    @AfterAll
    static void close() {
        for (int i = 0; i < 2; i++) {
            servers[i].close();
            stores[i].close();
        }
        redis.close();
    }

    private static void append(int server, int events) throws IOException, InterruptedException {
        for (int i = 0; i < events; i++) {
            HttpRequest request = HttpRequest.newBuilder(at(server, "events"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString("{\"type\":\"said\",\"payload\":1}"))
                    .build();
            HttpResponse<String> reply = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
        }
    }

    private static URI at(int server, String what) {
        return URI.create(servers[server].address() + "/v1/sessions/shared/" + what);
    }

    /** An open feed. */
    private static BufferedReader feed(int server, String lastEventId) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(at(server, "feed"))
                .header("Last-Event-ID", lastEventId)
                .build();
        return new BufferedReader(new InputStreamReader(
                CLIENT.send(request, HttpResponse.BodyHandlers.ofInputStream()).body(), StandardCharsets.UTF_8));
    }

    private static String nextId(BufferedReader feed) throws IOException {
        for (String line = feed.readLine(); line != null; line = feed.readLine()) {
            if (line.startsWith("id: ")) {
                return line.substring(4);
            }
        }
        throw new AssertionError("the feed ended");
    }

    @Test
    @DisplayName("SRV-2 a feed goes on at another server, and hears what is appended at any")
    void aFeedGoesOnAtAnotherServer() throws Exception {
        append(0, 3);
        try (BufferedReader first = feed(0, "0")) {
            assertThat(nextId(first)).isEqualTo("1");
            assertThat(nextId(first)).isEqualTo("2");
        }
        try (BufferedReader second = feed(1, "2")) {
            assertThat(nextId(second)).isEqualTo("3");
            append(0, 1);
            append(1, 1);
            assertThat(nextId(second)).isEqualTo("4");
            assertThat(nextId(second)).isEqualTo("5");
        }
    }

    @Test
    @DisplayName("PRS-2 presence that is set at one server is fed by the other")
    void presenceTravels() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(at(1, "feed") + "?presence=true"))
                .build();
        try (BufferedReader feed = new BufferedReader(new InputStreamReader(
                CLIENT.send(request, HttpResponse.BodyHandlers.ofInputStream()).body(), StandardCharsets.UTF_8))) {
            String line = feed.readLine();
            while (!line.equals("event: presence")) {
                line = feed.readLine();
            }
            HttpRequest set = HttpRequest.newBuilder(at(0, "presence/ann"))
                    .header("Content-Type", "application/json")
                    .PUT(HttpRequest.BodyPublishers.ofString("{\"values\":{\"typing\":true},\"ttlMs\":60000}"))
                    .build();
            assertThat(CLIENT.send(set, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
            while (!line.contains("\"participant\":\"ann\"")) {
                line = feed.readLine();
                assertThat(line).isNotNull();
            }
        }
    }
}
