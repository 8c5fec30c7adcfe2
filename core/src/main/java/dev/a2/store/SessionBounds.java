package dev.a2.store;

/**
 * How far a session's log reaches (RD-7).
 *
 * @param frontier index of the newest event; 0 for a session without events
 * @param clearIndex index of the latest clear marker; 0 if none
 */
public record SessionBounds(String sessionId, long frontier, long clearIndex) {}
