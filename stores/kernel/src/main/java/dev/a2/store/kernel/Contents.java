package dev.a2.store.kernel;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All rows of one session as of one moment, also those below the marker; payloads left out.
 *
 * @param events by index
 * @param ids the id records
 * @param marked consumers with a mark
 */
public record Contents(
        List<EventKey> events,
        Map<String, Long> ids,
        List<HeadRow> heads,
        List<CursorRow> cursors,
        List<SnapshotRow> snapshots,
        Set<String> marked) {
    /** An event without what it holds. */
    public record EventKey(long index, String id, String type) {}
}
