package dev.a2.store.redis;

import dev.a2.store.AttemptRef;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.StoreException;
import dev.a2.store.redis.Keys.SessionKeys;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Batches that an earlier try stored (APP-3, CMP-2). */
final class Replays {
    private final Home home;

    Replays(Home home) {
        this.home = home;
    }

    /**
     * The stored events from an index on, if they are this batch; a bare wake-up goes out.
     *
     * @throws StoreException PARTIAL_DUPLICATE_BATCH if they are not; STORE_UNAVAILABLE when a clear overtook (APP-5)
     */
    List<Event> stored(SessionKeys session, List<NewEvent> events, long first) {
        long last = first + events.size() - 1;
        List<@Nullable Object> replies = home.commands()
                .send(
                        session.count(),
                        List.of(Command.of("XRANGE", session.log(), first, last), Command.of("GET", (Object)
                                session.clear())));
        List<Event> stored =
                Entries.events(session.sessionId(), Failures.checked(Command.of("XRANGE"), replies.get(0)));
        long marker = Replies.numberOr(Failures.checked(Command.of("GET"), replies.get(1)), 0);
        if (first < marker || stored.size() < events.size()) {
            throw new StoreException(
                    ErrorCode.STORE_UNAVAILABLE,
                    Words.session(session.sessionId())
                            + " was cleared while this batch was found stored; its ids are free now, so repeat it");
        }
        for (int i = 0; i < events.size(); i++) {
            if (!stored.get(i).type().equals(events.get(i).type())
                    || !stored.get(i).payload().sameValueAs(events.get(i).payload())) {
                throw different(
                        session.sessionId(), "the event at index " + (first + i) + " has another type or payload");
            }
        }
        publishBare(session, last);
        return stored;
    }

    /** The same, all caused by one attempt, at the indexes that its ids name now. */
    List<Event> returned(SessionKeys session, List<NewEvent> events, List<@Nullable Object> indexes, AttemptRef cause) {
        if (events.isEmpty()) {
            return List.of();
        }
        for (int i = 0; i < events.size(); i++) {
            if (indexes.get(i) == null || Replies.number(indexes.get(i)) != Replies.number(indexes.get(0)) + i) {
                throw different(session.sessionId(), "its ids are not at consecutive indexes");
            }
        }
        List<Event> stored = stored(session, events, Replies.number(indexes.get(0)));
        if (!stored.stream().allMatch(event -> cause.equals(event.cause()))) {
            throw different(session.sessionId(), "other attempts appended its events");
        }
        return stored;
    }

    private void publishBare(SessionKeys session, long index) {
        home.commands()
                .send(
                        session.count(),
                        List.of(Command.of(
                                "PUBLISH", home.keys().notifyChannel(session.sessionId()), "{\"f\":" + index + "}")));
    }

    static StoreException different(String sessionId, String how) {
        return new StoreException(
                ErrorCode.PARTIAL_DUPLICATE_BATCH,
                "this batch is not the one that " + Words.session(sessionId) + " holds under its ids: " + how
                        + "; repeat the batch as it was, or use new ids");
    }
}
