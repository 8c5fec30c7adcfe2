package dev.a2;

import dev.a2.store.Event;
import dev.a2.store.Head;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event that a consumer failed to handle for good. What waits behind it in its lane or log waits until it is redriven.
 *
 * @param lane null for an event cursor
 * @param failures how often it failed
 * @param error what happened last; null when its last worker died over it
 * @param failedAt when it became a dead letter
 */
public record DeadLetter(
        String consumer,
        @Nullable String lane,
        Event event,
        int attempts,
        int failures,
        @Nullable String error,
        @Nullable Instant failedAt) {
    /** The event's index. */
    public long index() {
        return event.index();
    }

    static DeadLetter of(Head head) {
        return new DeadLetter(
                head.consumer(),
                head.lane(),
                head.event(),
                head.dispatch().attemptCount(),
                head.dispatch().failureCount(),
                head.dispatch().lastError(),
                head.dispatch().failedAt());
    }
}
