package dev.a2.store;

import java.time.InstantSource;

/** Where generated event ids come from. Safe for many threads. */
@FunctionalInterface
public interface IdSource {
    /** An id that was never given before. */
    String next();

    /** UUIDs of version 7, which grow with time: a store's index of ids then grows at its end, and stays fast. */
    static IdSource timeOrdered(InstantSource clock) {
        return new TimeOrderedIds(clock);
    }
}
