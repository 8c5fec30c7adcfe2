package dev.a2.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What happened to a head so far. Counts are 0 and times null until something happened.
 *
 * @param attemptCount attempts started; the current attempt's number
 * @param claimHolder who holds the head; null when free or on a retry hold
 * @param claimExpiresAt when the claim lapses or the retry hold ends
 * @param failureCount failed attempts plus lapsed takeovers since the last redrive
 * @param failedAt when it became a dead letter; null while it is live
 */
public record Dispatch(
        @Nullable Instant firstClaimedAt,
        @Nullable Instant lastClaimedAt,
        int attemptCount,
        @Nullable String claimHolder,
        @Nullable Instant claimExpiresAt,
        int failureCount,
        @Nullable Instant lastFailedAt,
        @Nullable Integer lastFailedAttempt,
        @Nullable String lastError,
        @Nullable Instant failedAt) {
    /** A head that nobody claimed yet, or no head at all. */
    public static final Dispatch NONE = new Dispatch(null, null, 0, null, null, 0, null, null, null, null);
}
