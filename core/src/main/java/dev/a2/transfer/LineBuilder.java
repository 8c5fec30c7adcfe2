package dev.a2.transfer;

import dev.a2.codec.Json;
import dev.a2.codec.Strings;
import java.time.Instant;
import java.util.Collection;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes one JSON object; members that are null are left out. */
final class LineBuilder {
    private final StringBuilder out = new StringBuilder("{");

    LineBuilder() {}

    /** A line of its own, which says first what it is. */
    LineBuilder(String part) {
        text("part", part);
    }

    LineBuilder raw(String name, @Nullable String json) {
        if (json != null) {
            if (out.length() > 1) {
                out.append(',');
            }
            out.append(Strings.quote(name)).append(':').append(json);
        }
        return this;
    }

    LineBuilder text(String name, @Nullable String value) {
        return raw(name, value == null ? null : Strings.quote(value));
    }

    LineBuilder number(String name, @Nullable Number value) {
        return raw(name, value == null ? null : value.toString());
    }

    LineBuilder time(String name, @Nullable Instant value) {
        return number(name, value == null ? null : value.toEpochMilli());
    }

    LineBuilder texts(String name, @Nullable Collection<String> values) {
        return values == null ? this : array(name, values, Strings::quote);
    }

    <T> LineBuilder array(String name, Collection<T> items, Function<T, String> json) {
        return raw(name, items.stream().map(json).collect(Collectors.joining(",", "[", "]")));
    }

    /** The value as it is, if it stays on the line and keeps its ends; else its text as a JSON string. */
    LineBuilder json(String name, Json value) {
        String text = value.text();
        boolean fits = text.indexOf('\n') < 0 && text.indexOf('\r') < 0 && text.equals(text.strip());
        return fits ? raw(name, text) : text(name + "Text", text);
    }

    String end() {
        return out + "}";
    }
}
