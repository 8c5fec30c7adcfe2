package dev.a2.store;

/**
 * What a redrive did.
 *
 * @param redriven whether there was such a dead letter
 * @param hasPending whether a served consumer has a live head now
 */
public record RedriveResult(boolean redriven, boolean hasPending) {}
