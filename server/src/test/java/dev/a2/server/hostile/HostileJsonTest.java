package dev.a2.server.hostile;

import static dev.a2.server.ServerFixture.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.server.ServerFixture;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** F68: JSON that is deep, huge or broken, wherever the server reads some. */
class HostileJsonTest {
    private static final String EVENTS = session("s", "/events");
    private static final String PRESENCE = session("s", "/presence/ann");

    private static ServerFixture fixture;

    @BeforeAll
    static void open() {
        fixture = ServerFixture.open();
    }

    @AfterAll
    static void close() {
        // Whatever was sent, the server is as it was.
        assertThat(fixture.post(EVENTS, "{\"type\":\"t\",\"payload\":1}").statusCode())
                .isEqualTo(200);
        fixture.close();
    }

    /** A place where JSON is read, and a body in which {@code %} stands for a value there. */
    record Place(String method, String path, String body) {}

    private static List<Place> places() {
        return List.of(
                new Place("POST", EVENTS, "%"),
                new Place("POST", EVENTS, "{\"type\":\"t\",\"payload\":%}"),
                new Place("POST", EVENTS, "{\"events\":[{\"type\":\"t\",\"payload\":%}]}"),
                new Place("POST", EVENTS, "{\"events\":[%]}"),
                new Place("POST", EVENTS, "{\"events\":%}"),
                new Place("POST", EVENTS, "{\"type\":%,\"payload\":1}"),
                new Place("POST", EVENTS, "{\"type\":\"t\",\"id\":%,\"payload\":1}"),
                new Place("POST", EVENTS, "{\"type\":\"t\",\"payload\":1,\"ifLastIndex\":%}"),
                new Place("POST", EVENTS, "{\"type\":\"t\",\"payload\":1,\"targets\":[%]}"),
                new Place("POST", EVENTS, "{\"type\":\"t\",\"payload\":1,\"targets\":[{\"consumer\":%}]}"),
                new Place(
                        "POST",
                        EVENTS,
                        "{\"type\":\"t\",\"payload\":1,\"targets\":[{\"consumer\":\"c\",\"notBefore\":%}]}"),
                new Place("POST", EVENTS, "{\"type\":\"t\",\"payload\":1,\"unknown\":%}"),
                new Place("PUT", PRESENCE, "{\"values\":%,\"ttlMs\":1000}"),
                new Place("PUT", PRESENCE, "{\"values\":{\"a\":%},\"ttlMs\":1000}"),
                new Place("PUT", PRESENCE, "{\"values\":{\"a\":1},\"ttlMs\":%}"),
                new Place("POST", session("s", "/clear"), "{\"ifLastIndex\":%}"),
                new Place("POST", session("s", "/dead-letters/c/1"), "{\"action\":%}"));
    }

    private static Stream<String> values() {
        return Stream.of(
                "[".repeat(200_000),
                "{\"a\":".repeat(200_000),
                "[".repeat(600) + "]".repeat(600),
                "9".repeat(1_001),
                "9".repeat(5_000_000),
                "-0." + "1".repeat(2_000_000),
                "1e" + "9".repeat(5_000),
                "\"" + "x".repeat(2_000_000) + "\"",
                "{\"" + "n".repeat(2_000_000) + "\":1}",
                "[1,",
                "[1]]",
                "{\"a\":1,}",
                "NaN",
                "'a'",
                "\uFEFF{}",
                "\"\n\"",
                "// nothing\n1",
                "nul");
    }

    @ParameterizedTest(name = "{index}")
    @MethodSource("values")
    void whatIsNoReasonableJsonIsRefusedEverywhere(String value) {
        for (Place place : places()) {
            var reply = send(place, place.body().replace("%", value).getBytes(StandardCharsets.UTF_8));

            assertThat(reply.status()).as(place + ": " + reply.body()).isIn(400, 413);
            assertThat(reply.body()).hasSizeLessThan(1_000);
        }
    }

    private static RawClient.Reply send(Place place, byte[] body) {
        try (RawClient client = RawClient.of(fixture)) {
            client.send(RawClient.head(
                    place.method() + " " + place.path() + " HTTP/1.1",
                    "Content-Type: application/json",
                    "Content-Length: " + body.length));
            return client.trySend(body).reply();
        }
    }

    @Test
    void aMillionKeysAreReadOrRefused() {
        StringBuilder keys = new StringBuilder("{");
        for (int i = 0; i < 1_000_000; i++) {
            keys.append(i == 0 ? "" : ",")
                    .append("\"")
                    .append(Integer.toString(i, 36))
                    .append("\":1");
        }
        String many = keys.append('}').toString();
        for (Place place : List.of(places().get(0), places().get(1), places().get(12), places().get(13))) {
            var reply = send(place, place.body().replace("%", many).getBytes(StandardCharsets.UTF_8));
            assertThat(reply.status()).as(place.toString()).isEqualTo(400);
            assertThat(reply.body()).hasSizeLessThan(1_000);
        }
    }

    @Test
    void keysOfOneHashAreReadOrRefused() {
        // "Aa" and "BB" have one hash, and so have all words that are made of them.
        List<String> words = List.of("Aa", "BB");
        for (int i = 0; i < 14; i++) {
            List<String> longer = new ArrayList<>(words.size() * 2);
            for (String word : words) {
                longer.add(word + "Aa");
                longer.add(word + "BB");
            }
            words = longer;
        }
        String body = "{\"" + String.join("\":1,\"", words) + "\":1}";
        for (Place place : places().subList(0, 2)) {
            assertThat(send(place, place.body().replace("%", body).getBytes(StandardCharsets.UTF_8))
                            .status())
                    .isIn(200, 400);
        }
    }

    @Test
    void aMemberThatStandsTwiceIsRefused() {
        for (String body : List.of(
                "{\"type\":\"a\",\"type\":\"b\",\"payload\":1}",
                "{\"type\":\"a\",\"payload\":1,\"payload\":2}",
                "{\"type\":\"a\",\"\\u0074ype\":\"b\",\"payload\":2}",
                "{\"type\":\"a\",\"payload\":1,\"targets\":[{\"consumer\":\"a\",\"consumer\":\"b\"}]}")) {
            assertThat(fixture.post(EVENTS, body).statusCode()).as(body).isEqualTo(400);
        }
    }

    @Test
    void bytesThatAreNoTextAreRefusedAndLoneSurrogatesInNamesToo() {
        for (byte[] bad : List.of(new byte[] {(byte) 0xff}, new byte[] {(byte) 0xc0, (byte) 0xaf}, surrogate())) {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            body.writeBytes("{\"type\":\"t\",\"payload\":\"".getBytes(StandardCharsets.UTF_8));
            body.writeBytes(bad);
            body.writeBytes("\"}".getBytes(StandardCharsets.UTF_8));
            assertThat(send(places().get(0), body.toByteArray()).status()).isEqualTo(400);
        }
        for (String body : List.of(
                "{\"type\":\"\\ud800\",\"payload\":1}",
                "{\"type\":\"t\",\"id\":\"\\udc00\",\"payload\":1}",
                "{\"type\":\"t\",\"payload\":1,\"targets\":[{\"consumer\":\"c\\ud83d\"}]}")) {
            assertThat(fixture.post(EVENTS, body).statusCode()).as(body).isEqualTo(400);
        }
        assertThat(RawClient.ask(fixture, RawClient.head("GET /v1/sessions/%ED%A0%80/events HTTP/1.1"))
                        .status())
                .isEqualTo(400);
        // As an escape in a payload it is text like any other.
        assertThat(fixture.post(EVENTS, "{\"type\":\"t\",\"payload\":\"\\ud800\"}")
                        .statusCode())
                .isEqualTo(200);
    }

    private static byte[] surrogate() {
        return new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80};
    }
}
