package dev.a2.store.kernel;

/** Names a lane or log cursor within its kind. */
public record LaneKey(String consumer, String lane) {}
