package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.store.StoreException;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What URLs say. */
final class RedisOptionsTest {
    @Test
    void oneServer() {
        RedisOptions options = RedisOptions.of("rediss://me:p%40ss@db.example:7000/3?prefix=app&lanes=4");

        assertThat(options.server())
                .isEqualTo(new RedisOptions.Server("db.example", 7000, 3, Tls.usual(), "me", "p@ss"));
        assertThat(options.nodes()).isEmpty();
        assertThat(options.prefix()).isEqualTo("app");
        assertThat(options.lanes()).isEqualTo(4);
        assertThat(RedisOptions.of("redis://localhost").server())
                .isEqualTo(new RedisOptions.Server("localhost", 6379, 0, null, null, null));
    }

    @Test
    void nodesOfACluster() {
        RedisOptions options = RedisOptions.of("redis+cluster://:secret@one:7000,[::1]:7001,two/?prefix=app");

        assertThat(options.nodes())
                .containsExactly(
                        new RedisOptions.Node("one", 7000),
                        new RedisOptions.Node("[::1]", 7001),
                        new RedisOptions.Node("two", 6379));
        assertThat(options.server().password()).isEqualTo("secret");
        assertThat(options.server().host()).isEqualTo("one");
    }

    @Test
    void sentinelsAndWhatTheyWatch() {
        RedisOptions options = RedisOptions.of("redis+sentinel://me:secret@one,two:7001/my%2Fmain/2?prefix=app");

        assertThat(options.sentinels())
                .isEqualTo(new RedisOptions.Sentinels(
                        List.of(new RedisOptions.Node("one", 26_379), new RedisOptions.Node("two", 7001)), "my/main"));
        assertThat(options.server().database()).isEqualTo(2);
        assertThat(options.server().user()).isEqualTo("me");
        assertThat(options.nodes()).isEmpty();
        assertThat(RedisOptions.of("rediss+sentinel://one/main").server().tls()).isNotNull();
        assertThat(RedisOptions.of("redis+sentinel://one/main?sentinel-user=asker&sentinel-password=p%40ss")
                        .sentinels())
                .isEqualTo(new RedisOptions.Sentinels(List.of(new RedisOptions.Node("one", 26_379)), "main")
                        .as("asker", "p@ss"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis:",
                "http://x",
                "redis://",
                "redis://a,b/",
                "redis://a/x",
                "redis+cluster://a,,b/",
                "redis+sentinel://a,b/",
                "redis+sentinel://a,b/main/x",
                "redis://a/?colour=red",
                "redis://a/?sentinel-password=x"
            })
    void othersAreRefused(String url) {
        assertThatThrownBy(() -> RedisOptions.of(url)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void clusterHasOneDatabase() {
        assertThatThrownBy(() -> RedisOptions.of("redis+cluster://a/1")).isInstanceOf(StoreException.class);
    }

    @Test
    void whatIsSaidOfAUrlHoldsNoSecret() {
        for (String url : List.of(
                "redis://me:hidden@host:port/",
                "redis://me:hidden@one:1,two:2/",
                "redis://me:hid@hidden@host/",
                "rediss://me:hidden@host/x?certificate-password=hidden&ca=file",
                "redis+sentinel://:hidden@host/",
                "redis+sentinel://host/?sentinel-password=hidden")) {
            assertThatThrownBy(() -> RedisOptions.of(url))
                    .as(url)
                    .isInstanceOf(IllegalArgumentException.class)
                    .message()
                    .doesNotContain("hidden");
        }
    }

    /** Each option replaces its own and leaves all others. */
    @Test
    void optionsAreReplacedOneByOne() {
        RedisOptions options = RedisOptions.of("redis://me:p@one:1/2?prefix=p&lanes=3");

        RedisOptions others =
                options.prefix("q").lanes(4).source("s").prefix("p").lanes(3);

        assertThat(others).isEqualTo(options.source("s"));
        assertThat(others.source("")).isEqualTo(options);
        assertThat(options.clock(InstantSource.system()).clock(null)).isEqualTo(options);
    }
}
