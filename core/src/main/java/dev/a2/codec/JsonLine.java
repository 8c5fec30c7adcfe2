package dev.a2.codec;

import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes one JSON object on one line; members that are null are left out. Not safe for several threads. */
public final class JsonLine {
    private final StringBuilder out = new StringBuilder("{");

    /** An empty object to begin with. */
    public JsonLine() {}

    /** A member from JSON that stands on one line; it is not checked. */
    public JsonLine raw(String name, @Nullable String json) {
        if (json != null) {
            if (out.length() > 1) {
                out.append(',');
            }
            out.append(Strings.quote(name)).append(':').append(json);
        }
        return this;
    }

    /** A member that is a string. */
    public JsonLine text(String name, @Nullable String value) {
        return raw(name, value == null ? null : Strings.quote(value));
    }

    /** A member that is a number. */
    public JsonLine number(String name, @Nullable Number value) {
        return raw(name, value == null ? null : value.toString());
    }

    /** A member that is a time in epoch milliseconds. */
    public JsonLine time(String name, @Nullable Instant value) {
        return number(name, value == null ? null : value.toEpochMilli());
    }

    /** A member that is true or false. */
    public JsonLine flag(String name, boolean value) {
        return raw(name, Boolean.toString(value));
    }

    /** A member that is this value; line breaks between its tokens become blanks. */
    public JsonLine json(String name, Json value) {
        return raw(name, value.text().replace('\n', ' ').replace('\r', ' ').strip());
    }

    /** A member that is a list of strings. */
    public JsonLine texts(String name, @Nullable Collection<String> values) {
        return values == null ? this : array(name, values, Strings::quote);
    }

    /** A member that is a list, each item written by a function. */
    public <T> JsonLine array(String name, Collection<T> items, Function<T, String> json) {
        return raw(name, items.stream().map(json).collect(Collectors.joining(",", "[", "]")));
    }

    /** A member that is an object of numbers. */
    public JsonLine counts(String name, Map<String, ? extends Number> counts) {
        JsonLine inner = new JsonLine();
        counts.forEach(inner::number);
        return raw(name, inner.toString());
    }

    /** The object's text. */
    @Override
    public String toString() {
        return out + "}";
    }
}
