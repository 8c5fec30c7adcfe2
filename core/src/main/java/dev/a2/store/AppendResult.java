package dev.a2.store;

import java.util.List;

/**
 * What an append stored, or found stored by an earlier try.
 *
 * @param hasPending APP-12: true whenever a served consumer has work
 * @param claimed the heads that it made and claimed, by index, then consumer; empty unless asked for (APP-17)
 */
public record AppendResult(List<Event> events, boolean hasPending, List<Head> claimed) {
    /** Copies the lists. */
    public AppendResult {
        events = List.copyOf(events);
        claimed = List.copyOf(claimed);
    }

    /** One that claimed nothing. */
    public AppendResult(List<Event> events, boolean hasPending) {
        this(events, hasPending, List.of());
    }
}
