package dev.a2.store;

import org.jspecify.annotations.Nullable;

/**
 * An event that a consumer's cursor must handle next.
 *
 * @param lane null for an event cursor
 */
public record Head(Event event, String consumer, @Nullable String lane, Dispatch dispatch) {
    /** Names this head. */
    public HeadRef ref() {
        return new HeadRef(consumer, lane, event.index());
    }

    /** Names its current attempt; only for a head that was claimed. */
    public AttemptRef attempt() {
        return ref().attempt(dispatch.attemptCount());
    }
}
