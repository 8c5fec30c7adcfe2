package dev.a2.store.kernel;

/** Names a snapshot of a session. */
public record SnapshotRef(String reducer, long index) {}
