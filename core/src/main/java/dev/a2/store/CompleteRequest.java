package dev.a2.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ends an attempt with what its handler returned (CMP).
 *
 * @param events appended in the same atomic step, with the attempt as their cause; each needs an id
 * @param claimNext also claim the head that the cursor moves to
 */
public record CompleteRequest(
        String sessionId,
        AttemptRef attempt,
        List<NewEvent> events,
        Served consumers,
        @Nullable ClaimNext claimNext) {
    /** Checks names, ids and targets (VAL). */
    public CompleteRequest {
        Checks.name("session id", sessionId);
        events = List.copyOf(events);
        for (NewEvent event : events) {
            if (event.id() == null) {
                throw StoreException.invalid("a returned event of type " + event.type()
                        + " has no id; a completion is repeatable only with fixed ids");
            }
        }
        Checks.noSharedRow(events, consumers);
    }

    /** A completion for a deployment that serves everybody. */
    public static CompleteRequest of(String sessionId, AttemptRef attempt, NewEvent... events) {
        return new CompleteRequest(sessionId, attempt, List.of(events), Served.ALL, null);
    }

    /** The same for these consumers. */
    public CompleteRequest serving(Served consumers) {
        return new CompleteRequest(sessionId, attempt, events, consumers, claimNext);
    }

    /** The same, claiming the next head too. */
    public CompleteRequest claimNext(@Nullable ClaimNext claimNext) {
        return new CompleteRequest(sessionId, attempt, events, consumers, claimNext);
    }
}
