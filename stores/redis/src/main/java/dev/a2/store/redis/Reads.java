package dev.a2.store.redis;

import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.EventLog;
import dev.a2.store.Limits;
import dev.a2.store.Reserved;
import dev.a2.store.SessionBounds;
import dev.a2.store.StoreException;
import dev.a2.store.redis.Keys.SessionKeys;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** RD: reads. */
final class Reads {
    /** Pages of a long read that are asked for at once. */
    private static final int PAGES_AT_ONCE = 8;

    private final Home home;

    Reads(Home home) {
        this.home = home;
    }

    private SessionKeys session(String sessionId, long index, @Nullable Long throughIndex) {
        home.limits().checkSession(sessionId);
        Limits.checkIndex("an index", index);
        if (throughIndex != null) {
            Limits.checkIndex("throughIndex", throughIndex);
        }
        return home.keys().session(sessionId);
    }

    SessionBounds bounds(String sessionId) {
        home.limits().checkSession(sessionId);
        return bounds(home.keys().session(sessionId));
    }

    private SessionBounds bounds(SessionKeys session) {
        List<@Nullable Object> reply = Replies.list(
                home.commands().run(session.count(), Command.of("MGET", session.count(), session.clear())));
        long marker = Replies.numberOr(reply.get(1), 0);
        return new SessionBounds(session.sessionId(), Replies.numberOr(reply.get(0), marker), marker);
    }

    long clearIndex(String sessionId) {
        home.limits().checkSession(sessionId);
        SessionKeys session = home.keys().session(sessionId);
        return Replies.numberOr(home.commands().run(session.count(), Command.of("GET", (Object) session.clear())), 0);
    }

    /** RD-1, RD-2. */
    List<Event> read(String sessionId, long afterIndex, @Nullable Long throughIndex) {
        SessionKeys session = session(sessionId, afterIndex, throughIndex);
        List<Event> events = tryRead(session, afterIndex, throughIndex);
        if (events == null) {
            events = tryRead(session, afterIndex, throughIndex);
        }
        if (events == null) {
            throw gap(sessionId, afterIndex);
        }
        return events;
    }

    private @Nullable List<Event> tryRead(SessionKeys session, long afterIndex, @Nullable Long throughIndex) {
        SessionBounds bounds = bounds(session);
        long after = Math.max(afterIndex, bounds.clearIndex() - 1);
        long through = Math.min(throughIndex == null ? Long.MAX_VALUE : throughIndex, bounds.frontier());
        return range(session, after, through);
    }

    /** All events after an index through another; null when one is missing. */
    @Nullable List<Event> range(SessionKeys session, long after, long through) {
        long start = after;
        List<Event> events = new ArrayList<>(Math.clamp(through - after, 0, 100_000));
        while (after < through) {
            List<Command> pages = new ArrayList<>();
            for (long from = after; from < through && pages.size() < PAGES_AT_ONCE; from += EventLog.PAGE) {
                pages.add(Command.of("XRANGE", session.log(), from + 1, Math.min(from + EventLog.PAGE, through)));
            }
            List<@Nullable Object> replies = home.commands().send(session.count(), pages);
            for (int i = 0; i < pages.size(); i++) {
                events.addAll(Entries.events(session.sessionId(), Failures.checked(pages.get(i), replies.get(i))));
            }
            after = Math.min(after + (long) pages.size() * EventLog.PAGE, through);
            if (events.size() != after - start) {
                return null;
            }
        }
        return events;
    }

    /** RD-3. */
    Optional<List<Event>> tail(String sessionId, long fromIndex, @Nullable Long throughIndex) {
        SessionKeys session = session(sessionId, fromIndex, throughIndex);
        long from = Math.max(fromIndex, 1);
        Object end = throughIndex == null ? "+" : throughIndex;
        List<@Nullable Object> replies = home.commands()
                .send(
                        session.count(),
                        List.of(
                                Command.of("XREVRANGE", session.log(), end, from, "COUNT", EventLog.PAGE + 1),
                                Command.of("GET", (Object) session.clear())));
        List<Event> events =
                new ArrayList<>(Entries.events(sessionId, Failures.checked(Command.of("XREVRANGE"), replies.get(0))));
        long marker = Replies.numberOr(Failures.checked(Command.of("GET"), replies.get(1)), 0);
        if (fromIndex < marker || events.size() > EventLog.PAGE) {
            return Optional.empty();
        }
        Collections.reverse(events);
        if (!isDense(events) || (!events.isEmpty() && events.get(0).index() != from)) {
            throw gap(sessionId, from - 1);
        }
        return Optional.of(withoutCauses(events));
    }

    /** RD-4: a page that is not full reaches to the newest event, so a marker that counts is in it. */
    List<Event> page(String sessionId, long afterIndex, int size) {
        SessionKeys session = session(sessionId, afterIndex, null);
        List<Event> events = entriesAfter(session, afterIndex, size);
        long marker = events.size() < size ? newestMarker(events) : clearIndex(sessionId);
        if (marker > afterIndex + size) {
            events = entriesAfter(session, marker - 1, size);
        }
        List<Event> live =
                events.stream().filter(event -> event.index() >= marker).toList();
        long first = Math.max(afterIndex + 1, marker);
        if (!isDense(live) || (!live.isEmpty() && live.get(0).index() != first)) {
            throw gap(sessionId, afterIndex);
        }
        return withoutCauses(live);
    }

    private List<Event> entriesAfter(SessionKeys session, long after, int size) {
        Command command = Command.of("XRANGE", session.log(), after + 1, "+", "COUNT", size);
        return Entries.events(session.sessionId(), home.commands().run(session.count(), command));
    }

    private static long newestMarker(List<Event> events) {
        long marker = 0;
        for (Event event : events) {
            marker = event.type().equals(Reserved.CLEAR_TYPE) ? event.index() : marker;
        }
        return marker;
    }

    static List<Event> withoutCauses(List<Event> events) {
        return events.stream().map(Event::withoutCause).toList();
    }

    private static boolean isDense(List<Event> events) {
        return events.isEmpty()
                || events.get(events.size() - 1).index() - events.get(0).index() + 1 == events.size();
    }

    static StoreException gap(String sessionId, long after) {
        return new StoreException(
                ErrorCode.STORE_UNAVAILABLE,
                "events of " + Words.session(sessionId) + " after index " + after
                        + " are missing, or clears raced this read twice; read again, then run verify");
    }
}
