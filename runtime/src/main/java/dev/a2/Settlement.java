package dev.a2;

import java.util.List;

/**
 * How waiting for a session ended.
 *
 * @param settled whether nothing that this contract serves is left to do; false when the time ran out first
 * @param deadLetters what failed for good in the session, by any consumer
 */
public record Settlement(boolean settled, List<DeadLetter> deadLetters) {
    /** Copies the list. */
    public Settlement {
        deadLetters = List.copyOf(deadLetters);
    }

    /** Whether everything was handled and nothing failed. */
    public boolean isClean() {
        return settled && deadLetters.isEmpty();
    }

    /** This, if it is clean. */
    public Settlement orThrow() {
        if (!settled) {
            throw new IllegalStateException("the session still has work to do");
        }
        if (!deadLetters.isEmpty()) {
            DeadLetter first = deadLetters.get(0);
            throw new IllegalStateException(
                    "the session has " + deadLetters.size() + " dead letters, the first at index " + first.index()
                            + " of consumer " + first.consumer() + ": " + first.error());
        }
        return this;
    }
}
