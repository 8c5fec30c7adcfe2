package dev.a2.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a completion ended. */
public sealed interface CompleteResult {
    /**
     * The head is done, now or by an earlier try of this call.
     *
     * @param events the returned events as stored
     * @param next the head that the cursor moved to, claimed; null unless asked for and free. One with
     *     {@code failedAt} set became a dead letter and must not run (CLM-4).
     */
    record Completed(List<Event> events, @Nullable Head next) implements CompleteResult {
        /** Copies the list. */
        public Completed {
            events = List.copyOf(events);
        }
    }

    /** The attempt does not own the head any more; nothing was written. */
    record Superseded() implements CompleteResult {}
}
