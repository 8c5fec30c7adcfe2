package dev.a2.store.kernel;

import dev.a2.store.Dispatch;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One event in the hands of one cursor, from the moment it is queued or becomes the head.
 *
 * @param pins the snapshots that its handler must see; empty once it ended
 * @param completion how it ended; null until then
 */
public record HeadRow(
        HeadKey key,
        HeadState state,
        Dispatch dispatch,
        List<SnapshotRef> pins,
        @Nullable Completion completion) {
    /** Copies the list. */
    public HeadRow {
        pins = List.copyOf(pins);
    }

    /** A row that nothing happened to yet. */
    static HeadRow fresh(HeadKey key, HeadState state) {
        return new HeadRow(key, state, Dispatch.NONE, List.of(), null);
    }

    /** When a live head can be claimed: 0 for at once, else the end of its claim or hold. */
    public long freeAtMs() {
        Instant expiry = dispatch.claimExpiresAt();
        return expiry == null ? 0 : expiry.toEpochMilli();
    }

    HeadRow with(HeadState state) {
        return new HeadRow(key, state, dispatch, pins, completion);
    }

    HeadRow with(Dispatch dispatch) {
        return new HeadRow(key, state, dispatch, pins, completion);
    }

    HeadRow with(List<SnapshotRef> pins) {
        return new HeadRow(key, state, dispatch, pins, completion);
    }

    HeadRow done(Completion completion) {
        return new HeadRow(key, HeadState.DONE, dispatch, List.of(), completion);
    }

    /** The head as a dead letter, its pins let go. */
    HeadRow dead(Dispatch dispatch) {
        return new HeadRow(key, HeadState.DEAD, dispatch, List.of(), null);
    }
}
