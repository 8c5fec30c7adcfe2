package dev.a2.server.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.server.ServerFixture;
import dev.a2.store.AppendRequest;
import dev.a2.store.NewEvent;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Workers elsewhere that follow the log. */
class LogConsumersTest {
    private static final String WAIT = "\"limit\":100,\"waitMs\":10000";
    private static ServerFixture fixture;
    private static WorkClient worker;

    @BeforeAll
    static void open() {
        fixture = ServerFixture.open();
        worker = new WorkClient(fixture, "worker");
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    @Test
    void whatWasAppendedBeforeIsFoundInAllSessions() {
        for (int i = 0; i < 120; i++) {
            elsewhere("before-" + i, "kept", "passed-over");
        }
        String follower = follower("backfilling", "{\"types\":[\"kept\"],\"backfill\":true}");

        List<Handed> found = new ArrayList<>();
        while (found.size() < 120) {
            List<Handed> claims = worker.claimFor(follower, WAIT);
            assertThat(claims).isNotEmpty();
            claims.forEach(claim -> worker.complete(claim, "[]"));
            found.addAll(claims);
        }

        assertThat(found.stream().map(Handed::sessionId).distinct()).hasSize(120);
        assertThat(found).extracting(Handed::index).containsOnly(1L);
        assertThat(worker.claimFor(follower, "")).isEmpty();
    }

    @Test
    void whatIsAppendedHereIsHandedOutInOrder() {
        String follower = follower("following", "{\"types\":[\"said\"]}");
        elsewhere("followed", "said");
        assertThat(worker.claimFor(follower, "")).isEmpty();

        for (int i = 0; i < 3; i++) {
            worker.append("followed", "{\"type\":\"said\",\"payload\":" + i + "}");
            worker.append("followed", "{\"type\":\"unheard\",\"payload\":" + i + "}");
        }

        for (int i = 0; i < 3; i++) {
            List<Handed> claims = worker.claimFor(follower, WAIT);
            assertThat(claims).extracting(Handed::payload).containsExactly("" + i);
            assertThat(claims).extracting(Handed::lane).containsExactly("");
            assertThat(worker.claimFor(follower, "")).isEmpty();
            worker.complete(claims.get(0), "[]");
        }
    }

    @Test
    void whatACompletionAppendsIsFollowedToo() {
        String follower = follower("counting", "{\"types\":[\"counted\"]}");
        worker.claimFor(follower, "");
        worker.append("counted", "counter", "1");

        worker.complete(worker.claimOne("counter"), "[{\"type\":\"counted\",\"payload\":2}]");

        assertThat(worker.claimFor(follower, WAIT)).extracting(Handed::payload).containsExactly("2");
    }

    @Test
    void aNewDeploymentMayFollowOtherTypes() {
        String old = follower("changing", "{\"types\":[\"first\"]}");
        worker.claimFor(old, "");
        worker.append("changed", "{\"type\":\"first\",\"payload\":1}");
        worker.complete(worker.claimFor(old, WAIT).get(0), "[]");

        String changed = follower("changing", "{\"types\":[\"first\",\"second\"]}");
        worker.claimFor(changed, "");
        worker.claimFor(old, "");
        worker.append("changed", "{\"type\":\"second\",\"payload\":2}");

        assertThat(worker.claimFor(changed, WAIT)).extracting(Handed::payload).containsExactly("2");
    }

    @Test
    void whatCannotBeServedTogetherIsRefused() {
        worker.claimFor(follower("twofold", "{\"lane\":\"a\"}"), "");

        HttpResponse<String> refused =
                worker.post("claim", worker.claimBody(follower("twofold", "{\"lane\":\"b\"}"), ""));

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("twofold", "use the same, or another name");
    }

    private static String follower(String name, String log) {
        return "[{\"name\":\"" + name + "\",\"log\":" + log + "}]";
    }

    /** Appended by somebody who knows nothing of workers. */
    private static void elsewhere(String session, String... types) {
        List<NewEvent> events = List.of(types).stream()
                .map(type -> NewEvent.of(null, type, Json.of("0")))
                .toList();
        fixture.store().append(AppendRequest.of(session, events));
    }
}
