package dev.a2.server;

import static dev.a2.server.ServerFixture.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.server.config.AccessOptions;
import dev.a2.server.config.ApiToken;
import dev.a2.server.config.NewApiToken;
import dev.a2.server.config.Role;
import dev.a2.server.token.SessionGrant;
import dev.a2.server.token.SessionTokens;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** SRV-7 and SRV-8 beyond who may come in where, which the table of {@code RightsTest} says. */
class AccessTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";
    private static final SessionTokens TOKENS = SessionTokens.of(SECRET);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String PASSWORD = "correct horse battery staple";
    private static final NewApiToken ALL = NewApiToken.make("ops", EnumSet.allOf(Role.class));

    private static ServerFixture fixture;

    @BeforeAll
    static void open() {
        AccessOptions access = AccessOptions.open()
                .tokens(List.of(
                        NewApiToken.make("first", Set.of(Role.READ)).kept(),
                        ALL.kept(),
                        ApiToken.of("weak", PASSWORD, Set.of(Role.READ))))
                .sessionSecret(SECRET);
        fixture = ServerFixture.open(options -> options.access(access));
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    private static String[] bearer(String token) {
        return new String[] {"Authorization", "Bearer " + token};
    }

    /** F67: nobody learns what is wrong with a token. */
    @Test
    void everyWrongTokenGetsTheSameAnswer() {
        String good = ALL.text();
        String ended = SessionTokens.of(SECRET, () -> Instant.now().minus(Duration.ofHours(2)))
                .mint(SessionGrant.session("s"), HOUR)
                .text();
        HttpResponse<String> without = fixture.get(session("s", "/events"));
        assertThat(without.statusCode()).isEqualTo(401);
        assertThat(without.headers().firstValue("WWW-Authenticate")).contains("Bearer");

        for (String header : List.of(
                "",
                "Bearer",
                "Bearer ",
                good,
                "Basic " + good,
                "Bearer " + good + "x",
                "Bearer " + good.substring(0, good.length() - 1),
                "Bearer " + good.replace("a2_", "A2_"),
                "Bearer a2_",
                "Bearer " + PASSWORD,
                "Bearer " + ALL.kept().sha256(),
                "Bearer x, Bearer " + good,
                "Bearer ....",
                "Bearer " + ended)) {
            HttpResponse<String> refused = fixture.get(session("s", "/events"), "Authorization", header);

            assertThat(refused.statusCode()).as(header).isEqualTo(401);
            assertThat(refused.body()).isEqualTo(without.body());
            assertThat(refused.headers().firstValue("WWW-Authenticate")).contains("Bearer");
        }
        assertThat(fixture.get(session("s", "/events"), "Authorization", "bearer  " + good)
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void twoTokensAreNone() {
        String header = "Authorization: Bearer " + ALL.text();
        String host = "Host: localhost:" + fixture.server().address().getPort();

        assertThat(RawHttp.send(fixture.server().address(), "GET /v1/contracts", host, header)
                        .status())
                .isEqualTo(200);
        assertThat(RawHttp.send(fixture.server().address(), "GET /v1/contracts", host, header, header)
                        .status())
                .isEqualTo(401);
    }

    /** SRV-8, F64: also where the header would do. */
    @Test
    void aTokenInTheAddressIsRefused() {
        String token = ALL.text();

        for (String query : List.of(
                "token=" + token,
                "access_token=" + token,
                "Token=x",
                "authorization=x",
                "after=" + token,
                "a=1&token=x")) {
            HttpResponse<String> refused = fixture.get(session("s", "/feed?" + query), bearer(token));

            assertThat(refused.statusCode()).as(query).isEqualTo(401);
            assertThat(refused.body()).contains("Authorization: Bearer").doesNotContain(token);
        }
        assertThat(fixture.get("/healthz?token=" + token).statusCode()).isEqualTo(401);
    }

    @Test
    void aSessionTokenAppendsOnlyWhatItNamesAndToNobody() {
        String token = TOKENS.mint(SessionGrant.session("a/b").append("said", "left"), HOUR)
                .text();

        assertThat(append("a/b", "{\"type\":\"said\",\"payload\":1}", token)).isEqualTo(200);
        assertThat(append("a/b", "{\"type\":\"ordered\",\"payload\":1}", token)).isEqualTo(403);
        assertThat(append(
                        "a/b",
                        "{\"events\":[{\"type\":\"left\",\"payload\":1},{\"type\":\"ordered\",\"payload\":1}]}",
                        token))
                .isEqualTo(403);
        assertThat(append("a/b", "{\"type\":\"said\",\"payload\":1,\"targets\":[{\"consumer\":\"mailer\"}]}", token))
                .isEqualTo(403);
        assertThat(append("a", "{\"type\":\"said\",\"payload\":1}", token)).isEqualTo(403);
        assertThat(append("A/b", "{\"type\":\"said\",\"payload\":1}", token)).isEqualTo(403);
        assertThat(fixture.store().bounds("a/b").frontier()).isEqualTo(1);
        assertThat(append(
                        "a/b", "{\"type\":\"said\",\"payload\":1,\"targets\":[{\"consumer\":\"mailer\"}]}", ALL.text()))
                .isEqualTo(200);
    }

    private static int append(String id, String body, String token) {
        return fixture.post(session(id, "/events"), body, bearer(token)).statusCode();
    }

    @Test
    void aSessionTokenSetsOnlyItsParticipantsPresence() {
        String token = TOKENS.mint(SessionGrant.prefix("room-").append("*").participant("ada"), HOUR)
                .text();
        String body = "{\"values\":{\"typing\":true},\"ttlMs\":30000}";

        assertThat(fixture.put(session("room-1", "/presence/ada"), body, bearer(token))
                        .statusCode())
                .isEqualTo(200);
        assertThat(fixture.put(session("room-1", "/presence/bob"), body, bearer(token))
                        .statusCode())
                .isEqualTo(403);
        assertThat(fixture.put(session("lobby", "/presence/ada"), body, bearer(token))
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void theServerMintsSessionTokens() {
        HttpResponse<String> minted = mint(
                "{\"session\":\"s1\",\"append\":[\"said\"],\"participant\":\"ada\",\"subject\":\"ada\",\"ttlMs\":60000}");

        assertThat(minted.statusCode()).as(minted.body()).isEqualTo(200);
        assertThat(minted.headers().firstValue("Cache-Control")).contains("no-store");
        String token = member(minted.body(), "token");
        Instant end = Instant.parse(member(minted.body(), "expiresAt"));
        assertThat(Duration.between(Instant.now(), end)).isBetween(Duration.ofSeconds(20), Duration.ofMinutes(1));
        assertThat(append("s1", "{\"type\":\"said\",\"payload\":1}", token)).isEqualTo(200);
        assertThat(append("s2", "{\"type\":\"said\",\"payload\":1}", token)).isEqualTo(403);
        assertThat(fixture.post("/v1/tokens", "{\"session\":\"s1\",\"ttlMs\":60000}", bearer(token))
                        .statusCode())
                .isEqualTo(403);
    }

    private static HttpResponse<String> mint(String body) {
        return fixture.post("/v1/tokens", body, bearer(ALL.text()));
    }

    private static String member(String json, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\":\"([^\"]+)\"").matcher(json);
        assertThat(matcher.find()).as(json).isTrue();
        return matcher.group(1);
    }

    @Test
    void whatCannotBeMintedIsSaid() {
        for (String body : List.of(
                "{\"ttlMs\":60000}",
                "{\"session\":\"s\",\"prefix\":\"s\",\"ttlMs\":60000}",
                "{\"prefix\":\"\",\"ttlMs\":60000}",
                "{\"session\":\"s\"}",
                "{\"session\":\"s\",\"ttlMs\":0}",
                "{\"session\":\"s\",\"ttlMs\":9223372036854775807}",
                "{\"session\":\"s\",\"ttlMs\":86400001}",
                "{\"session\":\"s\",\"ttlMs\":60000,\"appends\":[\"said\"]}")) {
            HttpResponse<String> refused = mint(body);

            assertThat(refused.statusCode()).as(body + refused.body()).isEqualTo(400);
        }
        try (ServerFixture open = ServerFixture.open()) {
            assertThat(open.post("/v1/tokens", "{\"session\":\"s\",\"ttlMs\":60000}")
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    /** F64: a grant that ends takes its stream with it. */
    @Test
    void aFeedEndsWithItsToken() {
        // It ended by its own words 8 s ago, and is taken for as long as clocks may differ: another 2 s or less.
        SessionTokens slow = SessionTokens.of(SECRET, () -> Instant.now().minus(Duration.ofSeconds(9)));
        String token =
                slow.mint(SessionGrant.session("s"), Duration.ofSeconds(2)).text();

        try (FeedReader feed = fixture.feed(session("s", "/feed"), bearer(token))) {
            assertThat(feed.next("bye").data()).isEqualTo("{\"reason\":\"expired\"}");
            assertThat(FeedReader.isEnd(feed.next())).isTrue();
        }
        assertThat(fixture.get(session("s", "/events"), bearer(token)).statusCode())
                .isEqualTo(401);
    }

    /** F67. */
    @Test
    void whatWouldLetInEverybodyOrNobodyIsRefusedAtTheStart() {
        for (String secret : List.of("", "   ", " ".repeat(64), "short")) {
            assertThatThrownBy(() -> AccessOptions.open().sessionSecret(secret))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("at least 32 bytes");
        }
        for (String hash : List.of("", " ".repeat(64), "g".repeat(64), ALL.text())) {
            assertThatThrownBy(() -> new ApiToken("ops", hash, Set.of(Role.READ)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageNotContaining(ALL.text());
        }
        assertThatThrownBy(() -> new ApiToken("ops", ALL.kept().sha256(), Set.of()))
                .hasMessageContaining("no role");
        assertThatThrownBy(() -> ApiToken.of("a\nb", "x", Set.of(Role.READ))).hasMessageContaining("name");
        assertThatThrownBy(() -> AccessOptions.open().tokens(List.of(ALL.kept(), ALL.kept())))
                .hasMessageContaining("two API tokens have the name ops");
        assertThatThrownBy(() -> AccessOptions.open()
                        .tokens(List.of(ALL.kept(), ApiToken.of("other", ALL.text(), Set.of(Role.READ)))))
                .hasMessageContaining("the token of other is that of another name");
    }

    @Test
    void noOptionPrintsItsSecret() {
        AccessOptions options = AccessOptions.open().tokens(List.of(ALL.kept())).sessionSecret(SECRET);

        assertThat(options.toString()).contains("ops").doesNotContain(SECRET);
        assertThat(ALL.toString()).doesNotContain(ALL.text());
    }
}
