package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What URLs of REST interfaces say. */
final class RestOptionsTest {
    private static RedisOptions parse(String url) {
        return RestUrl.parse(url, Map.of("UPSTASH_REDIS_REST_TOKEN", "theirs")::get);
    }

    private static RedisOptions.Rest rest(String url) {
        return Objects.requireNonNull(parse(url).rest());
    }

    @Test
    void addressTokenAndLimits() {
        RedisOptions options =
                parse("https://:t%2Bk@db.example:8443/base/?prefix=app&request-bytes=100000&streams=5&lanes=3");

        assertThat(options.rest())
                .isEqualTo(RedisOptions.Rest.of("https://db.example:8443/base", "t+k")
                        .requestBytes(100_000)
                        .streams(5));
        assertThat(options.prefix()).isEqualTo("app");
        assertThat(options.lanes()).isEqualTo(3);
        assertThat(options.server().tls()).isNotNull();
        assertThat(parse("http://localhost:8079").server().tls()).isNull();
    }

    @Test
    void tokenMayComeFromTheEnvironment() {
        assertThat(rest("https://h").token()).isEqualTo("theirs");
        assertThat(rest("https://own@h").token()).isEqualTo("own");
        assertThat(RestUrl.parse(
                                "https://h",
                                Map.of("UPSTASH_REDIS_REST_TOKEN", "theirs", "A2_STORE_TOKEN", "ours")::get)
                        .rest())
                .isEqualTo(RedisOptions.Rest.of("https://h", "ours"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://",
                "https://hidden@/",
                "https://hidden@h/?colour=red",
                "https://hidden@h/?durability=aof",
                "https://hidden@h/?streams=0",
                "https://hidden@h/?request-bytes=10",
                "https://hid%0Aden@h/",
                "https://hid%20den@h/",
                "https://hidden@h/#part"
            })
    void othersAreRefusedAndShowNoToken(String url) {
        assertThatThrownBy(() -> parse(url))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .doesNotContain("hidden");
    }

    @Test
    void tokenIsNeverShown() {
        RedisOptions options = parse("https://:hidden@h/");

        assertThat(options.toString() + options.rest()).doesNotContain("hidden");
    }

    @Test
    void withoutTokenItIsNamedWhatToSet() {
        assertThatThrownBy(() -> RestUrl.parse("https://h", name -> null)).hasMessageContaining("A2_STORE_TOKEN");
    }
}
