package dev.a2.store;

import dev.a2.codec.Json;
import dev.a2.codec.Strings;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An event to append.
 *
 * @param id its idempotency key within the lifetime (I3); null lets the store draw one
 * @param cause the attempt that appends it, checked by APP-7; null from outside, and in a completion, which sets it
 */
public record NewEvent(
        @Nullable String id,
        String type,
        Json payload,
        @Nullable AttemptRef cause,
        List<Target> targets) {
    /** Checks names (VAL-1), the reserved type (VAL-6) and targets (VAL-2). */
    public NewEvent {
        if (id != null) {
            Checks.name("event id", id);
        }
        Checks.name("event type", type);
        if (type.equals(Reserved.CLEAR_TYPE)) {
            throw StoreException.invalid(
                    "the event type " + Reserved.CLEAR_TYPE + " is reserved; call clear to clear a session");
        }
        targets = List.copyOf(targets);
        Checks.distinctTargets(targets);
    }

    /** An event without cause or targets. */
    public static NewEvent of(@Nullable String id, String type, Json payload) {
        return new NewEvent(id, type, payload, null, List.of());
    }

    /** The same event for these consumers. */
    public NewEvent to(Target... targets) {
        return new NewEvent(id, type, payload, cause, List.of(targets));
    }

    /** The same event, appended by this attempt. */
    public NewEvent causedBy(@Nullable AttemptRef cause) {
        return new NewEvent(id, type, payload, cause, targets);
    }

    /** The same events, with an id drawn for each that has none (APP-1). */
    public static List<NewEvent> named(List<NewEvent> events, IdSource ids) {
        return events.stream()
                .map(event -> event.id != null
                        ? event
                        : new NewEvent(ids.next(), event.type, event.payload, event.cause, event.targets))
                .toList();
    }

    /**
     * Refuses an id that stands twice among events for a session (APP-1).
     *
     * @throws StoreException PARTIAL_DUPLICATE_BATCH
     */
    public static void checkDistinctIds(String sessionId, List<NewEvent> events) {
        if (events.size() < 2) {
            return;
        }
        Set<String> seen = new HashSet<>();
        for (NewEvent event : events) {
            if (event.id != null && !seen.add(event.id)) {
                throw new StoreException(
                        ErrorCode.PARTIAL_DUPLICATE_BATCH,
                        "the event id \"" + event.id + "\" stands twice in one batch for session "
                                + Strings.quote(sessionId) + "; give each event its own id");
            }
        }
    }
}
