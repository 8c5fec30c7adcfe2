package dev.a2.store.kernel;

import dev.a2.codec.Json;

/**
 * A stored snapshot.
 *
 * @param latest whether it is its reducer's latest; all others are history, kept while pinned
 * @param pins how many heads pin it
 */
public record SnapshotRow(SnapshotRef ref, Json state, boolean latest, int pins) {}
