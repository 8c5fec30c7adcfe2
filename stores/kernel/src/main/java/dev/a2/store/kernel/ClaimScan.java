package dev.a2.store.kernel;

import dev.a2.store.Event;
import dev.a2.store.Served;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a session's live heads above the marker. A head is free when its claim or hold ends at or before the
 * transaction's now.
 *
 * @param consumers whose heads
 * @param through no head beyond this index
 * @param free how many free heads to return at least, if there are so many: by index, and never only a part of an index
 * @param held how many of the others to return, those that become free first; 0 when not wanted
 * @param holder whose unexpired claims to return; null when not wanted
 */
public record ClaimScan(
        Served consumers,
        long through,
        int free,
        int held,
        @Nullable String holder) {
    /** A head with its event, which is null when it is missing (CLM-7). */
    public record Row(HeadRow head, @Nullable Event event) {}

    /**
     * What was found.
     *
     * @param free free heads, by index
     * @param held heads on hold or claimed, by the time they become free
     * @param mine the holder's own
     */
    public record Result(List<Row> free, List<HeadRow> held, List<Row> mine) {}
}
