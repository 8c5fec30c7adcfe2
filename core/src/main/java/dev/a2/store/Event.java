package dev.a2.store;

import dev.a2.codec.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An immutable fact in a session's log.
 *
 * @param index 1, 2, 3, … without gaps, never reused (I1)
 * @param payload the text as it was appended (I2)
 * @param createdAt by the store's clock, the same for all events of a batch (CLK-3)
 * @param cause the attempt that appended it; null for events from outside, and in histories
 */
public record Event(
        String sessionId,
        long index,
        String id,
        String type,
        Json payload,
        Instant createdAt,
        @Nullable AttemptRef cause) {
    /** The same event without its cause. */
    public Event withoutCause() {
        return cause == null ? this : new Event(sessionId, index, id, type, payload, createdAt, null);
    }
}
