package dev.a2.store;

import dev.a2.codec.Json;

/** A reducer's state as of an index. */
public record Snapshot(long index, Json state) {}
