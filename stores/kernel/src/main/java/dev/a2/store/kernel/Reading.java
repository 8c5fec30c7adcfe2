package dev.a2.store.kernel;

import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.EventLog;
import dev.a2.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** RD: reads. A long one takes a page per transaction, so that none stays open. */
final class Reading {
    private static final int PAGE = 1_000;

    private Reading() {}

    /** RD-1, RD-2. */
    static List<Event> read(RowStore rows, String sessionId, long afterIndex, @Nullable Long throughIndex) {
        List<Event> events = tryRead(rows, sessionId, afterIndex, throughIndex);
        if (events == null) {
            events = tryRead(rows, sessionId, afterIndex, throughIndex);
        }
        if (events == null) {
            throw new StoreException(
                    ErrorCode.STORE_UNAVAILABLE,
                    "events of " + Texts.session(sessionId) + " after index " + afterIndex
                            + " are missing, or clears raced this read twice; read again, then run verify");
        }
        return events;
    }

    private static @Nullable List<Event> tryRead(
            RowStore rows, String sessionId, long afterIndex, @Nullable Long throughIndex) {
        SessionRow session = rows.glance(sessionId, SessionRows::session);
        long after = Math.max(afterIndex, session.marker() - 1);
        long through = Math.min(throughIndex == null ? Long.MAX_VALUE : throughIndex, session.frontier());
        List<Event> events = new ArrayList<>();
        while (after < through) {
            List<Event> page = pageOfLifetime(rows, sessionId, after, through, session.marker());
            if (!isDense(page, after, through, PAGE)) {
                return null;
            }
            events.addAll(page);
            after += page.size();
        }
        return events;
    }

    private static List<Event> pageOfLifetime(RowStore rows, String sessionId, long after, long through, long marker) {
        return rows.glance(sessionId, found -> {
            List<Event> page = found.events(after, through, PAGE);
            return found.session().marker() == marker ? page : List.<Event>of();
        });
    }

    /** RD-3. */
    static Optional<List<Event>> tail(SessionRows rows, long fromIndex, @Nullable Long throughIndex) {
        SessionRow session = rows.session();
        long through = Math.min(throughIndex == null ? Long.MAX_VALUE : throughIndex, session.frontier());
        if (fromIndex < session.marker() || through - fromIndex >= EventLog.PAGE) {
            return Optional.empty();
        }
        long after = fromIndex - 1;
        return Optional.of(
                after >= through
                        ? List.of()
                        : dense(rows.events(after, through, EventLog.PAGE), after, through, EventLog.PAGE));
    }

    /** RD-4. A page that begins below the marker is not known as such before it was read. */
    static List<Event> page(RowStore rows, String sessionId, long afterIndex, int size) {
        Page page = rows.glance(sessionId, found -> Page.read(found, afterIndex, size));
        while (page.after() < page.session().marker() - 1) {
            long after = page.session().marker() - 1;
            page = rows.glance(sessionId, found -> Page.read(found, after, size));
        }
        long frontier = page.session().frontier();
        return page.after() >= frontier ? List.of() : dense(page.events(), page.after(), frontier, size);
    }

    private record Page(long after, List<Event> events, SessionRow session) {
        static Page read(SessionRows rows, long after, int size) {
            return new Page(after, rows.events(after, Long.MAX_VALUE, size), rows.session());
        }
    }

    /** The events, if none is missing. */
    static List<Event> dense(List<Event> events, long after, long through, int limit) {
        if (!isDense(events, after, through, limit)) {
            throw new StoreException(
                    ErrorCode.STORE_UNAVAILABLE,
                    "events after index " + after + " through " + through
                            + " are missing from the stored log; run verify");
        }
        return events;
    }

    static boolean isDense(List<Event> events, long after, long through, int limit) {
        long expected = Math.min(limit, through - after);
        return events.size() == expected
                && (events.isEmpty()
                        || (events.get(0).index() == after + 1
                                && events.get(events.size() - 1).index() == after + expected));
    }
}
