package dev.a2.store;

/** Brings one log cursor up to date without an append (CUR-2). */
public record WakeLogRequest(String sessionId, String consumer, LogOptions log) {
    /** Checks names (VAL-1). */
    public WakeLogRequest {
        Checks.name("session id", sessionId);
        Checks.name("consumer", consumer);
    }
}
