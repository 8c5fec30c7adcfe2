package dev.a2.store;

import org.jspecify.annotations.Nullable;

/**
 * Starts a new lifetime (CLR).
 *
 * @param ifLastIndex clear only if this is the frontier; null: always
 * @param cause the attempt that clears; null from outside
 */
public record ClearRequest(
        String sessionId,
        @Nullable Long ifLastIndex,
        @Nullable AttemptRef cause) {
    /** Checks names and numbers (VAL-1, VAL-4). */
    public ClearRequest {
        Checks.name("session id", sessionId);
        if (ifLastIndex != null) {
            Checks.number("ifLastIndex", ifLastIndex);
        }
    }

    /** An unconditional clear from outside. */
    public static ClearRequest of(String sessionId) {
        return new ClearRequest(sessionId, null, null);
    }
}
