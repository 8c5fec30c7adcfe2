package dev.a2.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot and what to fold onto it, as of one moment.
 *
 * @param latestIndex the latest snapshot's index; null if there is none
 * @param snapshot the newest one that the request allows; null: fold from the reducer's beginning
 * @param events those after the snapshot, without causes
 * @param clearIndex the latest clear marker, 0 if none
 * @param frontier the session's newest index
 */
public record StateRead(
        @Nullable Long latestIndex, @Nullable Snapshot snapshot, List<Event> events, long clearIndex, long frontier) {
    /** Copies the list. */
    public StateRead {
        events = List.copyOf(events);
    }
}
