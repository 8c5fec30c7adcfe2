package dev.a2.store;

import org.jspecify.annotations.Nullable;

/** Asks a completion to claim the head that its cursor moves to (CMP-7). */
public record ClaimNext(
        String holder, When expiry, @Nullable Integer maxFailures) {
    /** Checks the name and number (VAL-1, VAL-4). */
    public ClaimNext {
        Checks.name("holder", holder);
        if (maxFailures != null) {
            Checks.atLeastOne("maxFailures", maxFailures);
        }
    }
}
