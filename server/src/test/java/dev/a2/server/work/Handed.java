package dev.a2.server.work;

import dev.a2.codec.JsonFields;
import dev.a2.codec.JsonLine;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A head that a claim handed out. */
record Handed(
        String sessionId,
        String consumer,
        @Nullable String lane,
        long index,
        int attempt,
        String eventId,
        String payload,
        String idempotencyKey,
        int failureCount) {
    static List<Handed> all(String reply) {
        return Objects.requireNonNull(JsonFields.of(reply).optionalArray("claims")).stream()
                .map(Handed::of)
                .toList();
    }

    private static Handed of(String json) {
        JsonFields claim = JsonFields.withoutNulls(json);
        JsonFields event = JsonFields.of(claim.require("event"));
        return new Handed(
                claim.text("sessionId"),
                claim.text("consumer"),
                claim.optionalText("lane"),
                claim.number("index"),
                claim.count("attempt"),
                event.text("id"),
                event.require("payload"),
                claim.text("idempotencyKey"),
                claim.count("failureCount"));
    }

    /** The members that name the attempt. */
    JsonLine line() {
        return new JsonLine()
                .text("sessionId", sessionId)
                .text("consumer", consumer)
                .text("lane", lane)
                .number("index", index)
                .number("attempt", attempt);
    }

    String json() {
        return line().toString();
    }
}
