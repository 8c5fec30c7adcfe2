package dev.a2.store;

import dev.a2.codec.Strings;
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

    /** A batch's wake-up: with its events if the whole message stays within {@link #MAX_BYTES}, else bare (APP-13). */
    public static Wakeup carrying(String sessionId, List<Event> events) {
        Event last = events.get(events.size() - 1);
        long bytes =
                ("{\"f\":,\"t\":,\"e\":[]}" + last.index() + last.createdAt().toEpochMilli()).length() - 1L;
        for (Event event : events) {
            bytes += ("[,,,]," + event.index()).length() + event.payload().size();
            bytes += utf8(event.id()) + utf8(event.type());
            if (bytes > MAX_BYTES) {
                return new Wakeup(sessionId, last.index(), List.of());
            }
        }
        return new Wakeup(
                sessionId,
                last.index(),
                events.stream().map(Event::withoutCause).toList());
    }

    private static int utf8(String text) {
        return Strings.utf8Length(Strings.quote(text));
    }

    /** Copies the list. */
    public Wakeup {
        events = List.copyOf(events);
    }
}
