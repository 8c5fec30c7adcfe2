package dev.a2.store.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresUrlTest {
    @Test
    void partsGoWhereTheyBelong() {
        PostgresUrl url =
                PostgresUrl.parse("postgres://jo%40work:p%3A%2Fw+@db.example:5433/shop?schema=live&sslmode=require");

        assertThat(url.jdbcUrl()).isEqualTo("jdbc:postgresql://db.example:5433/shop");
        assertThat(url.driver())
                .containsEntry("user", "jo@work")
                .containsEntry("password", "p:/w+")
                .containsEntry("sslmode", "require")
                .doesNotContainKey("schema");
        assertThat(url.own()).containsEntry("schema", "live");
    }

    @Test
    void severalHostsAndNoUser() {
        assertThat(PostgresUrl.parse("postgresql://a:1,b:2/shop").jdbcUrl())
                .isEqualTo("jdbc:postgresql://a:1,b:2/shop");
    }

    @Test
    void secretsAreNeverShown() {
        String url = "postgres://jo:hidden@h/shop?password=hidden&x=1";

        assertThat(PostgresUrl.shown(url)).doesNotContain("hidden").contains("h/shop", "x=1");
        assertThat(PostgresUrl.parse(url).toString()).isEqualTo("Postgres h/shop");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PostgresUrl.parse("postgres://jo:hidden@h"))
                .withMessageNotContaining("hidden");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgres:",
                "postgres://h",
                "postgres://h/",
                "postgres:///db",
                "mysql://h/db",
                "postgres://h/db?x"
            })
    void whatIsNoUrlIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> PostgresUrl.parse(text));
    }
}
