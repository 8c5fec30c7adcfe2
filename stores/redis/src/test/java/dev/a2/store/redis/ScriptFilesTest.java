package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** How scripts are put together. */
final class ScriptFilesTest {
    @Test
    void everyScriptExpands() {
        for (Script script : Script.values()) {
            assertThat(script.text(Script.Form.PLAIN))
                    .as(script.name())
                    .isNotEmpty()
                    .doesNotContain("@include");
        }
    }

    @Test
    void filesComeOnceDependenciesFirst() {
        String text = files(Map.of(
                        "main", "-- @include a\n-- @include b\nreturn a_value + b_value\n",
                        "a", "-- @include b\nlocal a_value = b_value\n",
                        "b", "-- what it is\nlocal b_value = 1\n"))
                .expand("main");

        assertThat(text).isEqualTo("local b_value = 1\nlocal a_value = b_value\nreturn a_value + b_value\n");
    }

    @Test
    void cycleUnusedAndMissingIncludeAreRefused() {
        assertThatThrownBy(() -> files(Map.of(
                                "a", "-- @include b\nlocal a_value = b_value\n",
                                "b", "-- @include a\nlocal b_value = a_value\n"))
                        .expand("a"))
                .hasMessageContaining("includes itself");
        assertThatThrownBy(() -> files(Map.of("a", "-- @include b\nreturn 1\n", "b", "local b_value = 1\n"))
                        .expand("a"))
                .hasMessageContaining("uses none of it");
        assertThatThrownBy(() -> files(Map.of("a", "-- @include b\nreturn 1\n")).expand("a"))
                .hasMessageContaining("no file b");
    }

    private static LuaFiles files(Map<String, String> files) {
        return new LuaFiles(name -> {
            String text = files.get(name);
            if (text == null) {
                throw new IllegalStateException("no file " + name);
            }
            return text;
        });
    }
}
