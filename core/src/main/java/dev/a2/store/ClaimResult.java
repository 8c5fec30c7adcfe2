package dev.a2.store;

import java.time.Instant;
import java.util.List;

/** What a claim found (CLM-5, CLM-6). */
public sealed interface ClaimResult {
    /**
     * Heads were taken.
     *
     * @param heads by index, then consumer; one with {@code failedAt} set became a dead letter and must not run
     * @param frontier the session's newest index
     * @param clearIndex the latest clear marker, 0 if none
     */
    record Claimed(List<Head> heads, long frontier, long clearIndex) implements ClaimResult {
        /** Copies the list. */
        public Claimed {
            heads = List.copyOf(heads);
        }
    }

    /**
     * There is work, but all of it is claimed or on hold.
     *
     * @param retryAt the earliest time at which a head becomes free
     */
    record Busy(Instant retryAt) implements ClaimResult {}

    /** There is no live head for the served consumers. */
    record Settled() implements ClaimResult {}
}
