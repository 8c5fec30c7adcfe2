package dev.a2.store;

import org.jspecify.annotations.Nullable;

/**
 * Ends an attempt without success (FAIL).
 *
 * @param error what happened, cut at 8 KiB (FAIL-6)
 * @param maxFailures so many failures make a dead letter
 * @param retryAt nobody can claim the head before this time; null: at once
 */
public record FailRequest(
        String sessionId,
        AttemptRef attempt,
        String error,
        int maxFailures,
        @Nullable When retryAt) {
    /** Checks names and numbers (VAL-1, VAL-4). */
    public FailRequest {
        Checks.name("session id", sessionId);
        Checks.atLeastOne("maxFailures", maxFailures);
    }
}
