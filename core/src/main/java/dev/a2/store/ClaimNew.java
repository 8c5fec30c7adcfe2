package dev.a2.store;

/** Asks an append to claim the heads that it makes (APP-17). */
public record ClaimNew(String holder, When expiry) {
    /** Checks the name (VAL-1). */
    public ClaimNew {
        Checks.name("holder", holder);
    }
}
