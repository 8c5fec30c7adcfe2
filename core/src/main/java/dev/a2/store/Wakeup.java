package dev.a2.store;

import java.util.List;

/**
 * A hint that a session's log grew.
 *
 * @param frontier an index that the log has reached, not necessarily the newest
 * @param events the batch itself, without causes, if it is small; empty for a bare wake-up (APP-13)
 */
public record Wakeup(String sessionId, long frontier, List<Event> events) {
    /** A message over this many bytes carries no events (APP-13). */
    public static final int MAX_BYTES = 32_768;

    /** Copies the list. */
    public Wakeup {
        events = List.copyOf(events);
    }
}
