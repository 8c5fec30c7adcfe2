package dev.a2.store.kernel;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A lane or log cursor. Event cursors have no row of their own: their head row is all there is.
 *
 * @param kind LANE or LOG
 * @param position the last event it is done with
 * @param head null when idle
 * @param types a log cursor's recorded types, a set that nobody changes; null for all
 */
public record CursorRow(
        CursorKind kind,
        LaneKey key,
        long position,
        @Nullable Long head,
        @Nullable Set<String> types) {
    /** The cursor as it stands in the lifetime that the marker began: what lies below it is gone (I10). */
    CursorRow above(long marker) {
        Long live = head != null && head > marker ? head : null;
        return new CursorRow(kind, key, Math.max(position, marker), live, types);
    }

    CursorRow at(long position, @Nullable Long head) {
        return new CursorRow(kind, key, position, head, types);
    }

    CursorRow with(@Nullable Set<String> types) {
        return new CursorRow(kind, key, position, head, types);
    }

    /** The key of the row of an event in this cursor's hands. */
    HeadKey row(long index) {
        return new HeadKey(key.consumer(), kind, key.lane(), index);
    }
}
