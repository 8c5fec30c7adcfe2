package dev.a2.server.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** Tokens made by other means than the class under test, as backends in other languages make them. */
class SessionTokensTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";
    private static final Instant NOW = Instant.parse("2026-11-30T08:00:00Z");
    private static final long END = NOW.getEpochSecond() + 3_600;
    private static final String HEADER = "{\"alg\":\"HS256\",\"typ\":\"JWT\"}";
    private static final String GOOD = "{\"exp\":" + END + ",\"session\":\"s\"}";

    private final SessionTokens tokens = SessionTokens.of(SECRET, () -> NOW);

    @Test
    void whatIsMintedIsRead() throws InvalidTokenException {
        SessionGrant grant = SessionGrant.prefix("order-")
                .append("said", "ödd \"type\"")
                .participant("ada")
                .subject("ada@example.org");

        SessionToken token = tokens.mint(grant, Duration.ofHours(24));

        assertThat(tokens.read(token.text()).grant()).isEqualTo(grant);
        assertThat(token.expiresAt()).isEqualTo(NOW.plus(Duration.ofHours(24)));
        assertThat(tokens.read(token.text()).until())
                .isEqualTo(token.expiresAt().plus(SessionTokens.LEEWAY));
        assertThat(token.toString()).doesNotContain(token.text());
    }

    @Test
    void aTokenOfAnotherMakeIsRead() throws InvalidTokenException {
        String claims =
                "{\"exp\":" + END + ",\"sub\":\"ada\",\"session\":\"s/1\",\"append\":[\"*\"],\"participant\":\"p\","
                        + "\"iat\":1,\"iss\":\"shop\",\"jti\":\"7\",\"nbf\":" + NOW.getEpochSecond() + "}";

        SessionGrant grant = tokens.read(signed(HEADER, claims)).grant();

        assertThat(grant)
                .isEqualTo(
                        SessionGrant.session("s/1").append("*").participant("p").subject("ada"));
        assertThat(tokens.read(signed("{\"alg\":\"HS256\"}", GOOD)).grant()).isEqualTo(SessionGrant.session("s"));
    }

    @Test
    void aHeaderThatIsNotOursIsRefused() {
        assertRefused(signed("{\"alg\":\"none\"}", GOOD));
        assertRefused(encoded("{\"alg\":\"none\"}") + "." + encoded(GOOD) + ".");
        assertRefused(signed("{\"alg\":\"HS512\"}", GOOD));
        assertRefused(signed("{\"alg\":\"RS256\"}", GOOD));
        assertRefused(signed("{\"alg\":\"hs256\"}", GOOD));
        assertRefused(signed("{\"typ\":\"JWT\"}", GOOD));
        assertRefused(signed("{\"alg\":\"HS256\",\"crit\":[\"exp\"],\"exp\":1}", GOOD));
        assertRefused(signed("{\"alg\":\"HS256\",\"crit\":[\"b64\"],\"b64\":false}", GOOD));
    }

    @Test
    void aSignatureThatIsNotOursIsRefused() {
        String good = signed(HEADER, GOOD);
        String signature = good.substring(good.lastIndexOf('.') + 1);

        assertRefused(good.substring(0, good.lastIndexOf('.') + 1));
        assertRefused(good.substring(0, good.length() - 4));
        assertRefused(good + "AAAA");
        assertRefused(encoded(HEADER) + "." + encoded(GOOD.replace("\"s\"", "\"t\"")) + "." + signature);
        assertRefused(signed(HEADER, GOOD, "another secret of thirty-two bytes"));
        assertRefused("");
        assertRefused("..");
        assertRefused("a.b.c");
        assertRefused(good + "." + signature);
    }

    @Test
    void timesCount() {
        long now = NOW.getEpochSecond();

        assertRead("{\"exp\":" + (now - 9) + ",\"session\":\"s\"}");
        assertRefused(signed(HEADER, "{\"exp\":" + (now - 10) + ",\"session\":\"s\"}"));
        assertRead("{\"exp\":" + (now + 86_410) + ",\"session\":\"s\"}");
        assertRefused(signed(HEADER, "{\"exp\":" + (now + 86_411) + ",\"session\":\"s\"}"));
        assertRefused(signed(HEADER, "{\"exp\":" + END + "000,\"session\":\"s\"}"));
        assertRefused(signed(HEADER, "{\"session\":\"s\"}"));
        assertRefused(signed(HEADER, "{\"exp\":\"" + END + "\",\"session\":\"s\"}"));
        assertRead("{\"exp\":" + END + ",\"nbf\":" + (now + 10) + ",\"session\":\"s\"}");
        assertRefused(signed(HEADER, "{\"exp\":" + END + ",\"nbf\":" + (now + 11) + ",\"session\":\"s\"}"));
    }

    @Test
    void claimsThatSayTooLittleTooMuchOrNothingAreRefused() {
        Map<String, String> wrong = new LinkedHashMap<>();
        wrong.put("neither session nor prefix", "");
        wrong.put("both", ",\"session\":\"s\",\"prefix\":\"s\"");
        wrong.put("every session", ",\"prefix\":\"\"");
        wrong.put("no session", ",\"session\":\"\"");
        wrong.put("a session that is a number", ",\"session\":1");
        wrong.put("types that are no list", ",\"session\":\"s\",\"append\":\"*\"");
        wrong.put("types that are no texts", ",\"session\":\"s\",\"append\":[1]");
        wrong.put("an empty type", ",\"session\":\"s\",\"append\":[\"\"]");
        wrong.put("nobody", ",\"session\":\"s\",\"participant\":\"\"");
        wrong.put("a participant that is a list", ",\"session\":\"s\",\"participant\":[\"p\"]");
        wrong.put("a claim that nobody knows", ",\"session\":\"s\",\"particpant\":\"p\"");
        wrong.put("somebody else's audience", ",\"session\":\"s\",\"aud\":\"billing\"");

        wrong.forEach((what, claims) -> assertThatThrownBy(
                        () -> tokens.read(signed(HEADER, "{\"exp\":" + END + claims + "}")))
                .as(what)
                .isInstanceOf(InvalidTokenException.class));
        assertRefused(signed(HEADER, "[]"));
        assertRefused(signed(HEADER, "nonsense"));
    }

    @Test
    void noReasonHoldsAnythingOfTheToken() {
        String token = signed(HEADER, "{\"exp\":1,\"session\":\"s\",\"sub\":\"hush\"}");

        assertThatThrownBy(() -> tokens.read(token)).hasMessage("it ended at 1970-01-01T00:00:01Z");
        assertThatThrownBy(() -> tokens.read("hush.hush.hush"))
                .hasMessageNotContaining("hush")
                .hasNoCause();
    }

    /** F67. */
    @Test
    void aSecretThatIsNoneIsRefused() {
        for (String secret : new String[] {"", "   ", " ".repeat(40), "x".repeat(31)}) {
            assertThatThrownBy(() -> SessionTokens.of(secret))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("at least 32 bytes")
                    .hasMessageNotContaining("xxx");
        }
        assertThatCode(() -> SessionTokens.of("ä".repeat(16))).doesNotThrowAnyException();
    }

    @Test
    void aTokenLastsFromASecondToADay() {
        SessionGrant grant = SessionGrant.session("s");

        for (Duration ttl : new Duration[] {
            Duration.ZERO,
            Duration.ofSeconds(-1),
            Duration.ofMillis(999),
            Duration.ofHours(24).plusMillis(1)
        }) {
            assertThatThrownBy(() -> tokens.mint(grant, ttl)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private void assertRead(String claims) {
        assertThatCode(() -> tokens.read(signed(HEADER, claims))).as(claims).doesNotThrowAnyException();
    }

    private void assertRefused(String token) {
        assertThatThrownBy(() -> tokens.read(token)).as(token).isInstanceOf(InvalidTokenException.class);
    }

    private static String signed(String header, String claims) {
        return signed(header, claims, SECRET);
    }

    private static String signed(String header, String claims, String secret) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            String text = encoded(header) + "." + encoded(claims);
            return text + "." + encoded(mac.doFinal(text.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String encoded(String text) {
        return encoded(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
