package dev.a2.store.redis;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Replies as Java values. */
final class Replies {
    private Replies() {}

    @SuppressWarnings("unchecked") // lists of a reply hold replies
    static List<@Nullable Object> list(@Nullable Object reply) {
        return reply == null ? List.of() : (List<@Nullable Object>) reply;
    }

    static String text(@Nullable Object reply) {
        return switch (Objects.requireNonNull(reply, "a reply lacks a text")) {
            case byte[] bytes -> new String(bytes, StandardCharsets.UTF_8);
            case Object other -> other.toString();
        };
    }

    static byte[] bytes(@Nullable Object reply) {
        return (byte[]) Objects.requireNonNull(reply, "a reply lacks a text");
    }

    /** A sorted set's score that is a whole number. */
    static long score(@Nullable Object reply) {
        return (long) Double.parseDouble(text(reply));
    }

    static @Nullable String textOrNull(@Nullable Object reply) {
        return reply == null ? null : text(reply);
    }

    static long number(@Nullable Object reply) {
        return reply instanceof Long number ? number : Long.parseLong(text(reply));
    }

    static long numberOr(@Nullable Object reply, long otherwise) {
        return reply == null ? otherwise : number(reply);
    }

    static @Nullable Instant timeOrNull(@Nullable Object reply) {
        return reply == null ? null : Instant.ofEpochMilli(number(reply));
    }

    /** What follows a name in a reply of names and values; empty when it is not there. */
    static String property(List<@Nullable Object> namesAndValues, String name) {
        for (int i = 0; i + 1 < namesAndValues.size(); i += 2) {
            if (text(namesAndValues.get(i)).equals(name)) {
                return text(namesAndValues.get(i + 1));
            }
        }
        return "";
    }

    /** The word that a script's reply begins with. */
    static String word(List<@Nullable Object> reply) {
        return text(reply.get(0));
    }
}
