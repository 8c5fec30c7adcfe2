package dev.a2.store.kernel;

import dev.a2.store.HeadRef;
import org.jspecify.annotations.Nullable;

/**
 * Names a head row.
 *
 * @param lane empty for an event cursor
 */
public record HeadKey(String consumer, CursorKind kind, String lane, long index) {
    /** The lane as calls name it: null for an event cursor. */
    public @Nullable String laneOrNull() {
        return kind == CursorKind.EVENT ? null : lane;
    }

    /** The head as calls name it. */
    public HeadRef ref() {
        return new HeadRef(consumer, laneOrNull(), index);
    }

    /** The cursor that the row belongs to. */
    public LaneKey cursor() {
        return new LaneKey(consumer, lane);
    }
}
