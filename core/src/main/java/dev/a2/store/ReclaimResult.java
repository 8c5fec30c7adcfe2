package dev.a2.store;

/**
 * One page of deleting (CLR-6).
 *
 * @param deleted events that this very call deleted
 * @param done whether nothing is left below the marker
 */
public record ReclaimResult(int deleted, boolean done) {}
