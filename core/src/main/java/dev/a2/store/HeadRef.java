package dev.a2.store;

import org.jspecify.annotations.Nullable;

/**
 * Names one head: the event that a consumer's cursor must handle next.
 *
 * @param lane null for an event cursor; the lane for a lane or log cursor, possibly empty text
 */
public record HeadRef(String consumer, @Nullable String lane, long index) {
    /** Checks names and numbers (VAL-1, VAL-4). */
    public HeadRef {
        Checks.name("consumer", consumer);
        Checks.lane(lane);
        Checks.index("index", index);
    }

    /** The given attempt of this head. */
    public AttemptRef attempt(int attempt) {
        return new AttemptRef(consumer, lane, index, attempt);
    }
}
