package dev.a2.store;

/**
 * Acknowledged events of a session are gone, and what stands at their indexes now is another history.
 *
 * @param lastIndex where the session ended when that was noticed
 * @param message what happened, in words
 */
public record Loss(String sessionId, long lastIndex, String message) {}
