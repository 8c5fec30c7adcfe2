package dev.a2.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.store.StoreException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** JSON with its exact texts, and where two values differ. */
class NodeTest {
    @Test
    void everyPartKeepsItsText() {
        Node node = Node.parse("{\"a\": [1.50, \"\\u0061\u2028\" ,{ } , null,true],\"b\":-0 }");

        assertThat(node.items("a"))
                .extracting(Node::text)
                .containsExactly("1.50", "\"\\u0061\u2028\"", "{ }", "null", "true");
        assertThat(node.require("b").text()).isEqualTo("-0");
        assertThat(node.require("a").text()).isEqualTo("[1.50, \"\\u0061\u2028\" ,{ } , null,true]");
        assertThat(node.items("a").get(1).asString()).isEqualTo("a\u2028");
    }

    @Test
    void absentAndNullMembersAreTheSame() {
        Node node = Node.parse("{\"a\":null}");

        assertThat(node.get("a")).isNull();
        assertThat(node.get("b")).isNull();
        assertThat(node.optionalString("a")).isNull();
        assertThat(node.items("b")).isEmpty();
        assertThatThrownBy(() -> node.string("a")).hasMessageContaining("lacks a");
    }

    @Test
    void fractionsAreNoWholeNumbers() {
        assertThat(Node.parse("1e3").asLong()).isEqualTo(1_000);
        assertThatThrownBy(() -> Node.parse("1.5").asLong()).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> Node.parse("9223372036854775808").asLong()).isInstanceOf(StoreException.class);
    }

    @Test
    void valuesCompareByMeaning() {
        for (List<String> same : List.of(
                List.of("1", "1.0"),
                List.of("10", "1e1"),
                List.of("0", "-0"),
                List.of("{\"a\":1,\"b\":2}", "{ \"b\":2,\"a\":1}"),
                List.of("\"a\"", "\"\\u0061\""),
                List.of("9007199254740993", "9007199254740992"))) {
            assertThat(difference(same.get(0), same.get(1))).as("%s", same).isNull();
        }
    }

    @Test
    void firstDifferenceHasItsPath() {
        assertThat(difference("{\"a\":[1,{\"b\":2}]}", "{\"a\":[1,{\"b\":3}]}"))
                .isEqualTo(new Difference("$.a[1].b", "2", "3"));
        assertThat(difference("[1]", "[1,2]")).isEqualTo(new Difference("$[1]", "(absent)", "2"));
        assertThat(difference("[1,2]", "[1]")).isEqualTo(new Difference("$[1]", "2", "(absent)"));
        assertThat(difference("{\"a b\":1}", "{}")).isEqualTo(new Difference("$[\"a b\"]", "1", "(absent)"));
        assertThat(difference("{}", "{\"a\":null}")).isEqualTo(new Difference("$.a", "(absent)", "null"));
        assertThat(difference("1", "\"1\"")).isEqualTo(new Difference("$", "1", "\"1\""));
        assertThat(difference("null", "false")).isEqualTo(new Difference("$", "null", "false"));
    }

    private static @Nullable Difference difference(String expected, String got) {
        return Difference.first(Node.parse(expected), Node.parse(got));
    }
}
