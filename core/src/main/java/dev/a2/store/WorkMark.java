package dev.a2.store;

import java.time.Instant;

/**
 * A session may have work for a consumer.
 *
 * @param dueAt when somebody should look
 */
public record WorkMark(String sessionId, String consumer, Instant dueAt) {}
