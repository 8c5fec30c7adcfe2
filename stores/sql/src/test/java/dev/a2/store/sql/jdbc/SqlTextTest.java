package dev.a2.store.sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SqlTextTest {
    @Test
    void parametersBecomeQuestionMarksInTheOrderOfTheirPlaces() {
        SqlText text = SqlText.parse("test", """
                -- What it does.
                -- :b, :a (of something),
                -- :long_name
                SELECT :a, :long_name FROM t WHERE x = :b AND y = :a
                """);

        assertThat(text.text()).isEqualTo("SELECT ?, ? FROM t WHERE x = ? AND y = ?");
        assertThat(text.positions()).hasSize(3);
        assertThat(text.positions().get("a")).containsExactly(1, 4);
        assertThat(text.positions().get("long_name")).containsExactly(2);
        assertThat(text.positions().get("b")).containsExactly(3);
    }

    @Test
    void quotedTextCommentsAndCastsHoldNoParameters() {
        SqlText text = SqlText.parse("test", """
                -- Nothing here is one.
                SELECT ':a', ":b", '''', x::text -- nor :here
                FROM t
                """);

        assertThat(text.positions()).isEmpty();
        assertThat(text.text()).startsWith("SELECT ':a', \":b\", '''', x::text").endsWith("FROM t");
    }

    @Test
    void parameterThatIsNotListedIsRefused() {
        assertThatThrownBy(() -> SqlText.parse("some/file", "-- What it does.\nSELECT :a"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("some/file")
                .hasMessageContaining("[a]");
    }

    @Test
    void listedParameterThatIsNotUsedIsRefused() {
        assertThatThrownBy(() -> SqlText.parse("some/file", "-- What it does.\n-- :a\nSELECT 1"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("some/file");
    }
}
