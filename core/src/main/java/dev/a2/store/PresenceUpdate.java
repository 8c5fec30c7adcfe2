package dev.a2.store;

import dev.a2.codec.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Ephemeral values of one participant (PRS-1).
 *
 * @param values by field; JSON null is a tombstone
 * @param seen the newest index that the participant has seen
 * @param at the sender's stamp, which decides who wins
 * @param ttl how long the values live, counted from the store's clock (PRS-3)
 */
public record PresenceUpdate(
        String sessionId, String participant, Map<String, Json> values, long seen, Instant at, Duration ttl) {
    /** Checks names and numbers (VAL-1, VAL-4). */
    public PresenceUpdate {
        Checks.name("session id", sessionId);
        Checks.name("participant", participant);
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        values.keySet().forEach(field -> Checks.text("field", field));
        Checks.number("seen", seen);
        Checks.time("at", at);
        Checks.positive("ttl", ttl);
    }
}
