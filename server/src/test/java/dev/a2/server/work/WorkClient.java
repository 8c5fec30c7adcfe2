package dev.a2.server.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.JsonLine;
import dev.a2.server.ServerFixture;
import java.net.http.HttpResponse;
import java.util.List;

/** Speaks to a server as a worker of this name does. */
record WorkClient(ServerFixture fixture, String holder) {
    /** Appends an event for a consumer. */
    void append(String session, String consumer, String payload) {
        append(
                session,
                "{\"type\":\"did\",\"payload\":" + payload + ",\"targets\":[{\"consumer\":\"" + consumer + "\"}]}");
    }

    /** Appends an event for a consumer's lane. */
    void append(String session, String consumer, String lane, String payload) {
        append(
                session,
                "{\"type\":\"did\",\"payload\":" + payload + ",\"targets\":[{\"consumer\":\"" + consumer
                        + "\",\"lane\":\"" + lane + "\"}]}");
    }

    void append(String session, String event) {
        HttpResponse<String> reply = fixture.post(ServerFixture.session(session, "/events"), event);
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
    }

    /** Claims for one consumer, with more members of the body. */
    List<Handed> claim(String consumer, String more) {
        return claimFor("[{\"name\":\"" + consumer + "\"}]", more);
    }

    List<Handed> claimFor(String consumers, String more) {
        HttpResponse<String> reply = post("claim", claimBody(consumers, more));
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
        return Handed.all(reply.body());
    }

    String claimBody(String consumers, String more) {
        return "{\"holder\":\"" + holder + "\",\"consumers\":" + consumers + (more.isEmpty() ? "" : "," + more) + "}";
    }

    Handed claimOne(String consumer) {
        List<Handed> claims = claim(consumer, "\"waitMs\":10000");
        assertThat(claims).hasSize(1);
        return claims.get(0);
    }

    /** Completes with events, an array's text. */
    HttpResponse<String> complete(Handed claim, String events) {
        return post("complete", claim.line().raw("events", events).toString());
    }

    HttpResponse<String> fail(Handed claim, String more) {
        JsonLine line = claim.line().text("error", "broken");
        return post("fail", line.toString().replaceFirst("}$", more.isEmpty() ? "}" : "," + more + "}"));
    }

    HttpResponse<String> renew(Handed... claims) {
        return post("renew", body("\"leaseMs\":30000,", claims));
    }

    HttpResponse<String> release(Handed... claims) {
        return post("release", body("", claims));
    }

    private String body(String more, Handed... claims) {
        return "{\"holder\":\"" + holder + "\"," + more + "\"claims\":["
                + String.join(",", List.of(claims).stream().map(Handed::json).toList()) + "]}";
    }

    HttpResponse<String> post(String what, String json) {
        return fixture.post("/v1/work/" + what, json);
    }
}
