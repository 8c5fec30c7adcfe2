package dev.a2.replay;

import dev.a2.codec.Json;
import dev.a2.codec.Strings;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes one JSON object; members that are null are left out. */
final class Members {
    private final StringBuilder out = new StringBuilder("{");

    static <T> String array(List<T> items, Function<T, String> item) {
        return items.stream().map(item).collect(Collectors.joining(",", "[", "]"));
    }

    Members raw(String name, @Nullable String json) {
        if (json != null) {
            if (out.length() > 1) {
                out.append(',');
            }
            out.append(Strings.quote(name)).append(':').append(json);
        }
        return this;
    }

    Members json(String name, Json value) {
        return raw(name, value.isNull() ? null : value.text());
    }

    Members text(String name, @Nullable String value) {
        return raw(name, value == null ? null : Strings.quote(value));
    }

    Members number(String name, @Nullable Number value) {
        return raw(name, value == null ? null : value.toString());
    }

    Members time(String name, @Nullable Instant value) {
        return raw(name, value == null ? null : Long.toString(value.toEpochMilli()));
    }

    Members flag(String name, boolean value) {
        return raw(name, Boolean.toString(value));
    }

    String end() {
        return out + "}";
    }
}
