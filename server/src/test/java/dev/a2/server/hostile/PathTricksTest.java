package dev.a2.server.hostile;

import static dev.a2.server.hostile.RawClient.ask;
import static dev.a2.server.hostile.RawClient.head;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.server.ServerFixture;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** F70: request targets that try to reach what is not served. */
class PathTricksTest {
    private static ServerFixture fixture;

    @BeforeAll
    static void open() {
        fixture = ServerFixture.open(options -> options.access(RawClient.ACCESS));
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    private static Stream<String> tricks() {
        List<String> tricks = List.of(
                "/..",
                "/../pom.xml",
                "/%2e%2e/pom.xml",
                "/%252e%252e/pom.xml",
                "/..%2fpom.xml",
                "/..%5cpom.xml",
                "/..\\pom.xml",
                "/.%00./pom.xml",
                "/index.html%00",
                "/index.html%00.png",
                "/index.html.",
                "/index.html/",
                "/index.html/..",
                "/./index.html",
                "//index.html",
                "/index.html;x",
                "/;x/index.html",
                "/INDEX.HTML",
                "/index.html~",
                "/.index.html",
                "/%69ndex.html%2f",
                "/index.html:$DATA",
                "/META-INF/MANIFEST.MF",
                "/dev/a2/server/A2Server.class",
                "/\u00e9",
                "/%",
                "/%zz",
                "/%f0%28");
        return Stream.of("", "/console", "/client", "/v1", "/v1/sessions/s/nothing")
                .flatMap(base -> tricks.stream().map(trick -> base + trick));
    }

    @ParameterizedTest
    @MethodSource("tricks")
    void onlyWhatIsListedIsServed(String target) {
        RawClient.Reply reply = ask(fixture, head("GET " + target + " HTTP/1.1"));

        assertThat(reply.status()).as(reply.body()).isIn(400, 404);
        assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(reply.body()).doesNotContain("java.", "Exception", "\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CONNECT localhost:80 HTTP/1.1",
                "OPTIONS * HTTP/1.1",
                "TRACE /healthz HTTP/1.1",
                "PRI * HTTP/1.1",
                "get /healthz HTTP/1.1",
                "G\u0000T /healthz HTTP/1.1",
                "DELETE /v1/sessions/s/events HTTP/1.1",
                "GET healthz HTTP/1.1",
                "GET http://other.example/nothing HTTP/1.1",
                "GET  /healthz HTTP/1.1",
                "GET /healthz HTTP/1.0",
                "GET /healthz HTTP/3.0",
                "GET /healthz",
                "GET /healthz#x HTTP/1.1",
                "GET /healthz?%zz HTTP/1.1",
                "GET /healthz?a=%00 HTTP/1.1"
            })
    void requestLinesOfAnyKindAreAnsweredOrRefused(String line) {
        RawClient.Reply reply = ask(fixture, head(line));

        assertThat(reply.status()).as(reply.body()).isIn(200, 204, 400, 404, 405, 421, 501, 505);
        if (line.startsWith("TRACE") || line.startsWith("CONNECT")) {
            assertThat(reply.status()).isIn(400, 404, 405);
        }
        if (reply.status() >= 400) {
            assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
        }
    }

    @Test
    void theFormOfATargetForProxiesLeadsToTheSamePlaces() {
        String authority = fixture.server().address().getAuthority();

        assertThat(ask(fixture, head("GET http://" + authority + "/healthz HTTP/1.1"))
                        .status())
                .isIn(200, 400, 404);
    }

    @Test
    void headAnswersAsGetWithoutTheBody() {
        try (RawClient client = RawClient.of(fixture)) {
            client.send(head("HEAD /healthz HTTP/1.1") + head("HEAD /healthz HTTP/1.1"));
            RawClient.Reply first = client.headReply();
            assertThat(first.status()).isEqualTo(200);
            assertThat(first.header("Content-Length")).isEqualTo("15");
            assertThat(client.headReply().status()).isEqualTo(200);
        }
        try (RawClient client = RawClient.of(fixture)) {
            client.send(head("HEAD /v1/sessions/s/feed HTTP/1.1"));
            assertThat(client.headReply().status()).isEqualTo(405);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"%0d%0aX-Evil:%201", "%0aX-Evil: 1", "\u0000", "%e2%80%a8X-Evil: 1"})
    void whatIsSaidAgainBringsNoHeadersIn(String evil) {
        for (String line : List.of(
                "GET /nothing" + evil + " HTTP/1.1",
                "GET /v1/sessions/s/events?limit=" + evil + " HTTP/1.1",
                "GET /v1/sessions/s/events?" + evil + "=1 HTTP/1.1",
                "GET /v1/sessions/" + evil + "/feed?after=x HTTP/1.1")) {
            RawClient.Reply reply = ask(fixture, head(line));

            assertThat(reply.status()).isGreaterThanOrEqualTo(400).isLessThan(500);
            assertThat(reply.headers()).doesNotContainKey("x-evil");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 5\r\nTransfer-Encoding: chunked",
                "Content-Length: 5\r\nContent-Length: 6",
                "Content-Length: -1",
                "Content-Length: +5",
                "Content-Length: 99999999999999999999",
                "Transfer-Encoding: gzip",
                "Transfer-Encoding: chunked, chunked",
                "Transfer-Encoding : chunked",
                "Content-Encoding: gzip\r\nContent-Length: 5"
            })
    void framingThatTwoServersCouldReadDifferentlyIsRefused(String framing) {
        RawClient.Reply reply = ask(
                fixture,
                head("POST /v1/sessions/s/events HTTP/1.1", "Content-Type: application/json", framing) + "0\r\n\r\n");

        assertThat(reply.status()).as(reply.body()).isIn(400, 413, 415, 501);
    }
}
