package dev.a2.cli;

import dev.a2.codec.Json;
import dev.a2.codec.Strings;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One JSON object on one line, for scripts; members that are null are left out. */
final class JsonLine {
    private final StringBuilder out = new StringBuilder("{");

    JsonLine text(String name, @Nullable String value) {
        return raw(name, value == null ? null : Strings.quote(value));
    }

    JsonLine number(String name, @Nullable Number value) {
        return raw(name, value == null ? null : value.toString());
    }

    JsonLine time(String name, @Nullable Instant value) {
        return number(name, value == null ? null : value.toEpochMilli());
    }

    JsonLine flag(String name, boolean value) {
        return raw(name, Boolean.toString(value));
    }

    /** The value; line breaks between its tokens become blanks. */
    JsonLine json(String name, Json value) {
        return raw(name, value.text().replace('\n', ' ').replace('\r', ' ').strip());
    }

    JsonLine counts(String name, Map<String, ? extends Number> counts) {
        return raw(
                name,
                counts.entrySet().stream()
                        .map(entry -> Strings.quote(entry.getKey()) + ":" + entry.getValue())
                        .collect(Collectors.joining(",", "{", "}")));
    }

    JsonLine raw(String name, @Nullable String json) {
        if (json != null) {
            if (out.length() > 1) {
                out.append(',');
            }
            out.append(Strings.quote(name)).append(':').append(json);
        }
        return this;
    }

    @Override
    public String toString() {
        return out + "}";
    }
}
