package dev.a2.store.kernel;

import dev.a2.store.Dispatch;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How a head's dispatch fields change. */
final class Dispatches {
    /** FAIL-6. */
    private static final int MAX_ERROR_BYTES = 8 << 10;

    private Dispatches() {}

    /** CLM-2, CLM-3: a new attempt; taking over a lapsed claim counts as a failure. */
    static Dispatch claimed(Dispatch d, String holder, long nowMs, long expiresMs) {
        Instant now = Instant.ofEpochMilli(nowMs);
        return new Dispatch(
                d.firstClaimedAt() == null ? now : d.firstClaimedAt(),
                now,
                d.attemptCount() + 1,
                holder,
                Instant.ofEpochMilli(expiresMs),
                failuresAtTakeover(d),
                d.lastFailedAt(),
                d.lastFailedAttempt(),
                d.lastError(),
                null);
    }

    /** Failures once somebody takes over: one more if a holder's claim lapsed. */
    static int failuresAtTakeover(Dispatch d) {
        return d.claimHolder() == null ? d.failureCount() : d.failureCount() + 1;
    }

    /** CLM-4: dead instead of claimed; the attempt count fences whoever let it lapse. */
    static Dispatch deadByLapse(Dispatch d, long nowMs) {
        return new Dispatch(
                d.firstClaimedAt(),
                d.lastClaimedAt(),
                d.attemptCount() + 1,
                null,
                null,
                failuresAtTakeover(d),
                d.lastFailedAt(),
                d.lastFailedAttempt(),
                d.lastError(),
                Instant.ofEpochMilli(nowMs));
    }

    /** REN: the same claim for longer. */
    static Dispatch renewed(Dispatch d, long expiresMs) {
        return lease(d, d.claimHolder(), Instant.ofEpochMilli(expiresMs));
    }

    /** REL-1: free again, at no failure. */
    static Dispatch released(Dispatch d) {
        return lease(d, null, null);
    }

    /** Nobody's before then. */
    static Dispatch held(Dispatch d, long untilMs) {
        return lease(d, null, Instant.ofEpochMilli(untilMs));
    }

    /** FAIL-5. */
    static Dispatch failed(Dispatch d, String error, long nowMs, @Nullable Long retryAtMs, boolean dead) {
        Instant now = Instant.ofEpochMilli(nowMs);
        return new Dispatch(
                d.firstClaimedAt(),
                d.lastClaimedAt(),
                d.attemptCount(),
                null,
                dead || retryAtMs == null ? null : Instant.ofEpochMilli(retryAtMs),
                d.failureCount() + 1,
                now,
                d.attemptCount(),
                cut(error),
                dead ? now : null);
    }

    /** DL-3. */
    static Dispatch redriven(Dispatch d) {
        return new Dispatch(
                d.firstClaimedAt(),
                d.lastClaimedAt(),
                d.attemptCount(),
                null,
                null,
                0,
                d.lastFailedAt(),
                d.lastFailedAttempt(),
                d.lastError(),
                null);
    }

    private static Dispatch lease(Dispatch d, @Nullable String holder, @Nullable Instant expiresAt) {
        return new Dispatch(
                d.firstClaimedAt(),
                d.lastClaimedAt(),
                d.attemptCount(),
                holder,
                expiresAt,
                d.failureCount(),
                d.lastFailedAt(),
                d.lastFailedAttempt(),
                d.lastError(),
                d.failedAt());
    }

    private static String cut(String error) {
        if (error.length() * 3L <= MAX_ERROR_BYTES) {
            return error;
        }
        ByteBuffer bytes = ByteBuffer.allocate(MAX_ERROR_BYTES);
        CharBuffer chars = CharBuffer.wrap(error);
        StandardCharsets.UTF_8
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .encode(chars, bytes, true);
        return error.substring(0, chars.position());
    }
}
