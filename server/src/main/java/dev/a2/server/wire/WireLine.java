package dev.a2.server.wire;

import dev.a2.codec.JsonLine;
import dev.a2.codec.Strings;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Puts members on a JSON line as the interface wants them: what has no value is {@code null}, times are RFC 3339. */
final class WireLine {
    private final JsonLine line = new JsonLine();

    WireLine text(String name, @Nullable String value) {
        line.raw(name, value == null ? "null" : Strings.quote(value));
        return this;
    }

    WireLine number(String name, @Nullable Number value) {
        line.raw(name, value == null ? "null" : value.toString());
        return this;
    }

    WireLine time(String name, @Nullable Instant value) {
        return text(name, Times.text(value));
    }

    WireLine texts(String name, @Nullable Collection<String> values) {
        if (values == null) {
            line.raw(name, "null");
        } else {
            line.texts(name, values);
        }
        return this;
    }

    WireLine raw(String name, String json) {
        line.raw(name, json);
        return this;
    }

    JsonLine line() {
        return line;
    }

    @Override
    public String toString() {
        return line.toString();
    }
}
