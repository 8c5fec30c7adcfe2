package dev.a2.store;

import org.jspecify.annotations.Nullable;

/**
 * Asks for what a state is folded from (SNP-1).
 *
 * @param throughIndex fold up to here; null: to the frontier
 * @param snapshotThroughIndex use no snapshot beyond this; null: {@code throughIndex}
 * @param limit at most so many events (SNP-6); null: all. A reader that gets that many reads on with
 *     {@link EventLog#readHistory}.
 */
public record ReadStateRequest(
        String sessionId,
        String reducer,
        @Nullable Long throughIndex,
        @Nullable Long snapshotThroughIndex,
        @Nullable Integer limit) {
    /** Checks names and numbers (VAL-1, VAL-4). */
    public ReadStateRequest {
        Checks.name("session id", sessionId);
        Checks.name("reducer", reducer);
        if (throughIndex != null) {
            Checks.number("throughIndex", throughIndex);
        }
        if (snapshotThroughIndex != null) {
            Checks.number("snapshotThroughIndex", snapshotThroughIndex);
        }
        if (limit != null) {
            Checks.atLeastOne("limit", limit);
        }
    }

    /** The state as of now. */
    public static ReadStateRequest of(String sessionId, String reducer) {
        return new ReadStateRequest(sessionId, reducer, null, null, null);
    }

    /** The same as of an index. */
    public ReadStateRequest through(@Nullable Long throughIndex) {
        return new ReadStateRequest(sessionId, reducer, throughIndex, snapshotThroughIndex, limit);
    }

    /** The same, from a snapshot at or below an index. */
    public ReadStateRequest snapshotThrough(@Nullable Long snapshotThroughIndex) {
        return new ReadStateRequest(sessionId, reducer, throughIndex, snapshotThroughIndex, limit);
    }

    /** The same, at most so many events. */
    public ReadStateRequest limit(@Nullable Integer limit) {
        return new ReadStateRequest(sessionId, reducer, throughIndex, snapshotThroughIndex, limit);
    }
}
