package dev.a2.store;

import dev.a2.codec.Json;
import java.time.Instant;

/** One live presence value. */
public record PresenceEntry(String participant, String field, Json value, long seen, Instant at, Instant expiresAt) {}
