package dev.a2.store;

import org.jspecify.annotations.Nullable;

/**
 * Names one attempt of one head: the fence of everything that a handler writes, and the cause of what it appended.
 *
 * @param lane null for an event cursor; the lane for a lane or log cursor, possibly empty text
 * @param index the head's event
 * @param attempt from 1
 */
public record AttemptRef(String consumer, @Nullable String lane, long index, int attempt) {
    /** Checks names and numbers (VAL-1, VAL-4). */
    public AttemptRef {
        Checks.name("consumer", consumer);
        Checks.lane(lane);
        Checks.index("index", index);
        Checks.atLeastOne("attempt", attempt);
    }

    /** The head that this is an attempt of. */
    public HeadRef head() {
        return new HeadRef(consumer, lane, index);
    }
}
