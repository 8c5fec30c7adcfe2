package dev.a2.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.server.config.AccessOptions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** F66: pages of other origins cannot change anything, and read only where that was configured. */
class OriginsTest {
    private static final String EVENT = "{\"type\":\"said\",\"payload\":1}";
    private static final String JSON = "Content-Type: application/json";
    private static final String FRIEND = "Origin: https://app.example";

    private static ServerFixture fixture;
    private static String host;

    @BeforeAll
    static void open() {
        fixture = ServerFixture.open(options -> options.access(
                AccessOptions.open().origins(Set.of("https://App.example:443")).hosts(Set.of("a2.example"))));
        host = "Host: localhost:" + fixture.server().address().getPort();
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    @Test
    void theServersOwnPagesAndConfiguredOnesMayChangeThings() {
        String own = host.replace("Host: ", "Origin: http://");

        assertThat(append(host, JSON).status()).isEqualTo(200);
        assertThat(append(host, JSON, own).status()).isEqualTo(200);
        assertThat(append(host, JSON, own, "Sec-Fetch-Site: same-origin").status())
                .isEqualTo(200);
        assertThat(append("Host: a2.example", JSON, "Origin: https://a2.example")
                        .status())
                .isEqualTo(200);
        assertThat(append(host, JSON, FRIEND, "Sec-Fetch-Site: cross-site").status())
                .isEqualTo(200);
    }

    @Test
    void otherPagesMayNot() {
        long frontier = fixture.store().bounds("s").frontier();

        for (List<String> headers : List.of(
                List.of("Origin: http://evil.example"),
                List.of("Origin: null"),
                List.of("Origin:"),
                List.of("Origin: http://localhost"),
                List.of("Origin: http://localhost:1"),
                List.of("Origin: http://a2.example"),
                List.of("Origin: https://app.example.evil.example"),
                List.of("Origin: http://app.example"),
                List.of("Origin: https://app.example:8443"),
                List.of("Origin: ftp://" + host.substring(6)),
                List.of(FRIEND, "Origin: http://evil.example"),
                List.of("Sec-Fetch-Site: cross-site"))) {
            RawHttp.Answer answer = append(
                    Stream.concat(Stream.of(host, JSON), headers.stream()).toArray(String[]::new));

            assertThat(answer.status()).as(headers + answer.body()).isEqualTo(403);
            assertThat(answer.body()).contains("ORIGIN_REFUSED");
        }
        assertThat(fixture.store().bounds("s").frontier()).isEqualTo(frontier);
    }

    @Test
    void whatAFormCanSendIsNoChange() {
        for (String type : List.of(
                "Content-Type: text/plain",
                "Content-Type: application/x-www-form-urlencoded",
                "Content-Type: multipart/form-data; boundary=application/json",
                "Content-Type: text/plain; application/json",
                "Content-Type: application/jsonp",
                "Content-Type:",
                "X-Nothing: at all")) {
            RawHttp.Answer answer = append(host, type);

            assertThat(answer.status()).as(type).isEqualTo(415);
            assertThat(answer.body()).contains("UNSUPPORTED_MEDIA_TYPE");
        }
        assertThat(append(host, "Content-Type: text/plain", "Origin: http://evil.example")
                        .status())
                .isEqualTo(403);
        assertThat(append(host, "Content-Type: Application/JSON ; charset=utf-8")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aBrowserIsToldWhatConfiguredPagesMay() {
        String[] asks = {host, FRIEND, "Access-Control-Request-Method: POST"};

        RawHttp.Answer answer = RawHttp.send(fixture.server().address(), "OPTIONS /v1/sessions/s/events", asks);

        assertThat(answer.status()).isEqualTo(204);
        assertThat(answer.header("Access-Control-Allow-Origin")).contains("https://app.example");
        assertThat(answer.header("Access-Control-Allow-Methods")).contains("POST, GET");
        assertThat(answer.header("Access-Control-Allow-Headers"))
                .contains("Authorization, Content-Type, Idempotency-Key, Last-Event-ID");
        assertThat(answer.header("Access-Control-Allow-Credentials")).isEmpty();
        assertThat(answer.header("Vary")).contains("Origin");
    }

    @Test
    void aBrowserIsToldNothingForOthers() {
        for (String origin :
                List.of("Origin: http://evil.example", "Origin: null", host.replace("Host: ", "Origin: http://"))) {
            RawHttp.Answer answer = RawHttp.send(
                    fixture.server().address(),
                    "OPTIONS /v1/sessions/s/events",
                    host,
                    origin,
                    "Access-Control-Request-Method: POST");

            assertThat(answer.status()).as(origin).isEqualTo(403);
            assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
            assertThat(answer.header("Access-Control-Allow-Methods")).isEmpty();
        }
        assertThat(RawHttp.send(fixture.server().address(), "OPTIONS /healthz", host)
                        .status())
                .isEqualTo(405);
        assertThat(RawHttp.send(
                                fixture.server().address(),
                                "OPTIONS /nowhere",
                                host,
                                FRIEND,
                                "Access-Control-Request-Method: POST")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void configuredPagesMayReadEveryAnswerAlsoProblemsAndFeeds() {
        for (String line : List.of(
                "GET /healthz", "GET /nowhere", "GET /v1/sessions/s/feed", "GET /v1/sessions/s/events?limit=x")) {
            RawHttp.Answer friend = RawHttp.send(fixture.server().address(), line, host, FRIEND);
            RawHttp.Answer other = RawHttp.send(fixture.server().address(), line, host, "Origin: http://evil.example");

            assertThat(friend.header("Access-Control-Allow-Origin")).as(line).contains("https://app.example");
            assertThat(friend.header("Access-Control-Expose-Headers")).contains("Retry-After");
            assertThat(friend.header("Vary")).contains("Origin");
            assertThat(other.header("Access-Control-Allow-Origin")).as(line).isEmpty();
            assertThat(other.header("Vary")).contains("Origin");
        }
    }

    @Test
    void anOriginThatIsNoneIsSaidAtTheStart() {
        for (String origin :
                List.of("", "*", "null", "app.example", "https://app.example/", "https://*.example", "https://a b")) {
            assertThatThrownBy(() -> AccessOptions.open().origins(Set.of(origin)))
                    .as(origin)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'" + origin + "' is no origin");
        }
    }

    private static RawHttp.Answer append(String... headers) {
        return RawHttp.sendBody(fixture.server().address(), EVENT, "POST /v1/sessions/s/events", headers);
    }
}
