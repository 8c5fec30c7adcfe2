package dev.a2.store.kernel;

import dev.a2.store.HeadRef;
import dev.a2.store.LogOptions;
import dev.a2.store.Served;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an operation must know before it decides, gathered so that a store can load it in one go. */
public final class Need {
    /**
     * A log cursor and the next stored event that it takes.
     *
     * @param types the types to look for; null for all
     * @param recordedTypes look for the types that the cursor's row records instead
     * @param after look behind this index; null: behind the cursor's position, if it is idle, or behind the marker, if
     *     there is no cursor
     */
    public record Log(
            @Nullable Set<String> types,
            boolean recordedTypes,
            @Nullable Long after) {
        /** Behind which index to look, given the stored cursor; null when nothing is to be looked for. */
        public @Nullable Long lookBehind(@Nullable CursorRow cursor, long marker) {
            if (recordedTypes && cursor == null) {
                return null;
            }
            if (after != null) {
                return after;
            }
            if (cursor == null) {
                return marker;
            }
            CursorRow now = cursor.above(marker);
            return now.head() == null ? now.position() : null;
        }

        /** The types to look for, given the stored cursor; null for all. */
        public @Nullable Set<String> typesFor(@Nullable CursorRow cursor) {
            return recordedTypes && cursor != null ? cursor.types() : types;
        }

        static Log serving(LogOptions options) {
            return new Log(options.types(), false, null);
        }

        static Log after(long index, @Nullable LogOptions served) {
            return new Log(served == null ? null : served.types(), served == null, index);
        }
    }

    private final Set<String> ids = new LinkedHashSet<>();
    private final Set<HeadRef> heads = new LinkedHashSet<>();
    private final Map<LaneKey, Boolean> lanes = new LinkedHashMap<>();
    private final Map<LaneKey, Log> logs = new LinkedHashMap<>();
    private @Nullable Served pending;
    private boolean nextEvents;

    Need id(String id) {
        ids.add(id);
        return this;
    }

    Need head(HeadRef head) {
        heads.add(head);
        return this;
    }

    Need lane(LaneKey lane) {
        lanes.putIfAbsent(lane, false);
        return this;
    }

    Need laneWithNext(LaneKey lane) {
        lanes.put(lane, true);
        return this;
    }

    Need log(LaneKey log, Log what) {
        logs.putIfAbsent(log, what);
        return this;
    }

    Need pending(Served consumers) {
        pending = consumers;
        return this;
    }

    Need nextEvents() {
        nextEvents = true;
        return this;
    }

    /** Ids whose indexes are wanted; those at or below the marker too. */
    public Set<String> ids() {
        return ids;
    }

    /** Heads whose rows are wanted; a lane's name may stand for a row of a lane cursor and one of a log cursor. */
    public Set<HeadRef> heads() {
        return heads;
    }

    /** Lane cursors that are wanted, and whether with the row of the first event queued behind their head. */
    public Map<LaneKey, Boolean> lanes() {
        return lanes;
    }

    /** Log cursors that are wanted. */
    public Map<LaneKey, Log> logs() {
        return logs;
    }

    /** Consumers of whom it is wanted whether one has a live head; null if not wanted. */
    public @Nullable Served pending() {
        return pending;
    }

    /** Whether the events behind {@link Have.Lane#next} and {@link Have.Log#next} are wanted too. */
    public boolean wantsNextEvents() {
        return nextEvents;
    }
}
