package dev.a2.store.kernel;

import dev.a2.store.AttemptRef;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.StoreException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds a batch that an earlier try stored (APP-3, CMP-2). */
final class Replay {
    private final String sessionId;
    private final SessionRow session;
    private final Have have;

    Replay(String sessionId, SessionRow session, Have have) {
        this.sessionId = sessionId;
        this.session = session;
        this.have = have;
    }

    /** Whether one of the ids is taken in this lifetime (APP-4). */
    boolean anyStored(List<NewEvent> events) {
        return events.stream().anyMatch(event -> indexOf(event) != null);
    }

    /**
     * The stored events, if they are exactly this batch.
     *
     * @throws StoreException PARTIAL_DUPLICATE_BATCH if they are not
     */
    List<Event> stored(SessionRows rows, List<NewEvent> events) {
        Long first = indexOf(events.get(0));
        for (int i = 0; i < events.size(); i++) {
            Long index = indexOf(events.get(i));
            if (first == null || index == null || index != first + i) {
                throw different("some of its ids are taken, but not all of them at consecutive indexes; "
                        + describe(events.get(i)));
            }
        }
        if (first == null) {
            throw different("none of its ids is stored");
        }
        List<Event> stored = rows.events(first - 1, first + events.size() - 1, events.size());
        for (int i = 0; i < events.size(); i++) {
            NewEvent event = events.get(i);
            if (i >= stored.size()
                    || !stored.get(i).type().equals(event.type())
                    || !stored.get(i).payload().sameValueAs(event.payload())) {
                throw different("the event at index " + (first + i) + " has another type or payload");
            }
        }
        return stored;
    }

    /** CMP-2: the same, all caused by one attempt. */
    List<Event> stored(SessionRows rows, List<NewEvent> events, AttemptRef cause) {
        if (events.isEmpty()) {
            return List.of();
        }
        List<Event> stored = stored(rows, events);
        if (!stored.stream().allMatch(event -> cause.equals(event.cause()))) {
            throw different("other attempts appended its events");
        }
        return stored;
    }

    StoreException different(String how) {
        return new StoreException(
                ErrorCode.PARTIAL_DUPLICATE_BATCH,
                "this batch is not the one that " + Texts.session(sessionId) + " holds under its ids: " + how
                        + "; repeat the batch as it was, or use new ids");
    }

    private String describe(NewEvent event) {
        Long index = indexOf(event);
        return "\"" + event.id() + "\" is " + (index == null ? "free" : "at index " + index);
    }

    private @Nullable Long indexOf(NewEvent event) {
        Long index = have.ids().get(Appending.idOf(event));
        return index == null || index < session.marker() ? null : index;
    }
}
