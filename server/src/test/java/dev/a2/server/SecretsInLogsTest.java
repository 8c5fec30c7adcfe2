package dev.a2.server;

import static dev.a2.server.ServerFixture.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.server.config.AccessOptions;
import dev.a2.server.config.NewApiToken;
import dev.a2.server.config.Role;
import dev.a2.server.token.SessionGrant;
import dev.a2.server.token.SessionTokens;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;

/** F64: whatever is asked, and however wrongly, no line of the log holds a token or the secret. */
class SecretsInLogsTest {
    private static final String SECRET = "hush-hush-hush-hush-hush-hush-hush-hush";

    @Test
    void noLineHoldsASecret() {
        NewApiToken api = NewApiToken.make("ops", EnumSet.allOf(Role.class));
        NewApiToken unknown = NewApiToken.make("unknown", EnumSet.allOf(Role.class));
        String good = SessionTokens.of(SECRET)
                .mint(SessionGrant.session("s").subject("ada\r\nWARNING: forged"), Duration.ofHours(1))
                .text();
        String ended = SessionTokens.of(SECRET, () -> Instant.now().minus(Duration.ofDays(2)))
                .mint(SessionGrant.session("s"), Duration.ofHours(1))
                .text();
        AccessOptions access = AccessOptions.open().tokens(List.of(api.kept())).sessionSecret(SECRET);

        List<String> lines;
        try (Captured captured = new Captured()) {
            try (ServerFixture fixture =
                    ServerFixture.on(new ReadOnlyStore().open(), options -> options.access(access))) {
                for (String token : List.of(api.text(), unknown.text(), good, ended, good + "x", api.text() + "x")) {
                    askInEveryWay(fixture, token);
                }
            }
            lines = captured.lines();
        }

        // Something was said at all: why tokens were refused, and what failed.
        assertThat(lines).anyMatch(line -> line.contains("a session token was refused: it ended at"));
        for (String secret : List.of(SECRET, api.text(), unknown.text(), good, ended)) {
            String telling = secret.substring(secret.length() - 20);
            assertThat(lines).noneMatch(line -> line.contains(telling));
        }
        assertThat(lines).noneMatch(line -> line.contains("\nWARNING: forged"));
    }

    private static void askInEveryWay(ServerFixture fixture, String token) {
        String bearer = "Bearer " + token;
        fixture.get(session("s", "/events"), "Authorization", bearer);
        fixture.get(session("s", "/events"), "Authorization", token);
        fixture.get(session("s", "/events?token=" + token));
        fixture.get(session("s", "/events?after=" + token), "Authorization", bearer);
        fixture.get("/" + token);
        fixture.get(session(token, "/events"), "Authorization", bearer);
        fixture.post(session("s", "/events"), "{\"type\":\"" + token + "\",\"payload\":1}", "Authorization", bearer);
        fixture.post(session("s", "/events"), "{\"" + token + "\":", "Authorization", bearer);
        fixture.post("/v1/tokens", "{\"session\":\"s\",\"ttlMs\":60000}", "Authorization", bearer);
        fixture.put(session("s", "/presence/ada"), "{\"values\":{},\"ttlMs\":1}", "Authorization", bearer);
        RawHttp.send(fixture.server().address(), "GET /healthz", "Host: evil.example", "Authorization: " + bearer);
        RawHttp.send(fixture.server().address(), "GET /healthz", "Host: " + token, "Authorization: " + bearer);
        RawHttp.send(fixture.server().address(), "GARBAGE /healthz", "Authorization: " + bearer);
        RawHttp.send(fixture.server().address(), "GET /healthz", "Authorization: " + bearer + "\u0001");
        RawHttp.send(
                fixture.server().address(), "GET /healthz", "X: " + "y".repeat(20_000), "Authorization: " + bearer);
    }

    /** All that is logged, ours at its finest. */
    private static final class Captured extends Handler implements AutoCloseable {
        private static final Logger ROOT = Logger.getLogger("");
        private static final Logger OURS = Logger.getLogger("dev.a2");

        private final Queue<String> lines = new ConcurrentLinkedQueue<>();
        private final Level before = OURS.getLevel();

        Captured() {
            setLevel(Level.ALL);
            OURS.setLevel(Level.FINEST);
            ROOT.addHandler(this);
        }

        @Override
        public void publish(LogRecord record) {
            StringWriter line = new StringWriter();
            line.append(record.getLoggerName() + " " + new SimpleFormatter().formatMessage(record));
            if (record.getThrown() != null) {
                record.getThrown().printStackTrace(new PrintWriter(line));
            }
            lines.add(line.toString());
        }

        List<String> lines() {
            return List.copyOf(lines);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            ROOT.removeHandler(this);
            OURS.setLevel(before);
        }
    }
}
