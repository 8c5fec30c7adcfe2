package dev.a2.store.kernel;

import dev.a2.store.Event;
import dev.a2.store.HeadRef;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The answer to a {@link Need}. What does not exist is absent. */
public final class Have {
    /**
     * A lane cursor.
     *
     * @param cursor null if there is none
     * @param next the first row queued behind its head, if wanted
     * @param nextEvent the event of {@code next}, if wanted
     */
    public record Lane(
            @Nullable CursorRow cursor,
            @Nullable HeadRow next,
            @Nullable Event nextEvent) {
        static final Lane NONE = new Lane(null, null, null);
    }

    /**
     * A log cursor.
     *
     * @param cursor null if there is none
     * @param next index of the next stored event that it takes
     * @param nextEvent the event of {@code next}, if wanted
     */
    public record Log(
            @Nullable CursorRow cursor,
            @Nullable Long next,
            @Nullable Event nextEvent) {
        static final Log NONE = new Log(null, null, null);
    }

    private final Map<String, Long> ids = new HashMap<>();
    private final Map<HeadRef, List<HeadRow>> heads = new HashMap<>();
    private final Map<LaneKey, Lane> lanes = new HashMap<>();
    private final Map<LaneKey, Log> logs = new HashMap<>();
    private boolean pending;

    /** Which index an id names. */
    public Map<String, Long> ids() {
        return ids;
    }

    /** Rows by the head's name. */
    public Map<HeadRef, List<HeadRow>> heads() {
        return heads;
    }

    /** Lane cursors. */
    public Map<LaneKey, Lane> lanes() {
        return lanes;
    }

    /** Log cursors. */
    public Map<LaneKey, Log> logs() {
        return logs;
    }

    /** Whether one of the consumers asked for has a live head above the marker. */
    public boolean pending() {
        return pending;
    }

    /** Answers {@link Need#pending}. */
    public void pending(boolean found) {
        pending = found;
    }

    Lane lane(LaneKey key) {
        return lanes.getOrDefault(key, Lane.NONE);
    }

    Log log(LaneKey key) {
        return logs.getOrDefault(key, Log.NONE);
    }

    /**
     * The row that an attempt's name means. A lane's name may stand for two rows; the one that is live comes first, so
     * that a second cursor of the same name is never mistaken for the finished first.
     */
    @Nullable HeadRow head(HeadRef ref, int attempt) {
        HeadRow found = null;
        for (HeadRow row : heads.getOrDefault(ref, List.of())) {
            if (found == null || rank(row, attempt) < rank(found, attempt)) {
                found = row;
            }
        }
        return found;
    }

    private static int rank(HeadRow row, int attempt) {
        int matches = row.dispatch().attemptCount() == attempt ? 0 : 2;
        return matches + (row.state() == HeadState.LIVE ? 0 : 1);
    }
}
