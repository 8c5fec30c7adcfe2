package dev.a2.store;

import java.util.List;

/**
 * What an append stored, or found stored by an earlier try.
 *
 * @param hasPending APP-12: true whenever a served consumer has work
 */
public record AppendResult(List<Event> events, boolean hasPending) {
    /** Copies the list. */
    public AppendResult {
        events = List.copyOf(events);
    }
}
