package dev.a2.store.sql.sqlite;

import dev.a2.store.AttemptRef;
import dev.a2.store.Event;
import dev.a2.store.Reserved;
import dev.a2.store.kernel.Contents.EventKey;
import dev.a2.store.sql.jdbc.Mapping;
import dev.a2.store.sql.jdbc.NameLists;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One session's events, their ids and the runs of their types. */
final class EventTable {
    /** How many indexes one row of {@code event_types} stands for; the statements know it too. */
    private static final int RUN = 64;

    private final Link link;
    private final SessionView session;

    EventTable(Link link, SessionView session) {
        this.link = link;
        this.session = session;
    }

    void add(List<Event> events) {
        if (events.size() == 1) {
            set(events.get(0)).run();
        } else if (!events.isEmpty()) {
            events.forEach(event -> set(event).keep());
            link.change(Sql.EVENTS_ADD).runKept();
        }
        for (Event event : events) {
            session.newestId().wrote(event.id());
            noteType(event);
        }
    }

    private Query set(Event event) {
        AttemptRef cause = event.cause();
        return link.change(Sql.EVENTS_ADD)
                .set("session_key", session.key())
                .set("event_index", event.index())
                .set("event_id", event.id())
                .set("type", event.type())
                .set("payload", event.payload().text())
                .set("created_at_ms", event.createdAt().toEpochMilli())
                .set("cause_consumer", cause == null ? null : cause.consumer())
                .set("cause_lane", cause == null ? null : cause.lane())
                .set("cause_index", cause == null ? null : Long.valueOf(cause.index()))
                .set("cause_attempt", cause == null ? null : Long.valueOf(cause.attempt()));
    }

    private void noteType(Event event) {
        long run = event.index() / RUN;
        if (!event.type().equals(Reserved.CLEAR_TYPE) && session.isNewRun(event.type(), run)) {
            link.change(Sql.EVENTS_ADD_TYPE)
                    .set("session_key", session.key())
                    .set("type", event.type())
                    .set("run", run)
                    .run();
        }
    }

    List<Event> page(long after, long through, int limit) {
        return link.query(Sql.EVENTS_PAGE)
                .set("session_key", session.key())
                .set("after", after)
                .set("through", through)
                .set("limit", limit)
                .list(row -> Mapping.event(row, session.id()));
    }

    @Nullable Event find(long index) {
        List<Event> found = page(index - 1, index, 1);
        return found.isEmpty() ? null : found.get(0);
    }

    /** The indexes that ids name, also below the marker; those that name none are left out. */
    Map<String, Long> indexesOf(Collection<String> ids) {
        Map<String, Long> found = new HashMap<>();
        if (ids.size() == 1) {
            String id = ids.iterator().next();
            if (session.newestId().isBefore(id, link)) {
                return found;
            }
            note(
                    found,
                    id,
                    link.query(Sql.EVENTS_INDEX_OF_ID)
                            .set("session_key", session.key())
                            .set("event_id", id)
                            .first(row -> row.numberOrNull("event_index")));
        } else if (!ids.isEmpty()) {
            link.query(Sql.EVENTS_INDEXES_OF_IDS)
                    .set("session_key", session.key())
                    .set("event_ids", NameLists.write(ids))
                    .forEach(row -> note(found, row.text("event_id"), row.numberOrNull("event_index")));
        }
        return found;
    }

    private void note(Map<String, Long> found, String id, @Nullable Long index) {
        if (index != null && !isUnnamed(index)) {
            found.put(id, index);
        }
    }

    private boolean isUnnamed(long index) {
        return index == session.marker() && session.markerIsUnnamed();
    }

    /** The first event of one of these types after an index at or above the marker. */
    @Nullable Long next(@Nullable Collection<String> types, long after) {
        if (types == null) {
            return after < session.row().frontier() ? after + 1 : null;
        }
        Long first = null;
        for (String type : types) {
            Long next = link.query(Sql.EVENTS_NEXT_OF_TYPE)
                    .set("session_key", session.key())
                    .set("type", type)
                    .set("after", after)
                    .first(row -> row.number("event_index"));
            first = first == null || (next != null && next < first) ? next : first;
        }
        return first;
    }

    /** Deletes a page of the oldest events below the marker; the index where it ended, null if there was none. */
    @Nullable Page deletePage(int limit) {
        Long through = link.query(Sql.EVENTS_END_OF_PAGE)
                .set("session_key", session.key())
                .set("below", session.marker())
                .set("limit", limit)
                .first(row -> row.numberOrNull("event_index"));
        if (through == null) {
            return null;
        }
        int deleted = link.change(Sql.EVENTS_DELETE_THROUGH)
                .set("session_key", session.key())
                .set("through", through)
                .run();
        return new Page(through, deleted);
    }

    record Page(long through, int events) {}

    /** Forgets the types of events below an index; a run that reaches beyond it stays. */
    void sweepTypes(long below) {
        link.change(Sql.EVENTS_DELETE_TYPES)
                .set("session_key", session.key())
                .set("before_run", below / RUN)
                .run();
        session.forgetRuns();
    }

    List<EventKey> keys() {
        return link.query(Sql.EVENTS_KEYS)
                .set("session_key", session.key())
                .list(row -> new EventKey(row.number("event_index"), row.text("event_id"), row.text("type")));
    }

    /** The newest index of each id that names one. */
    Map<String, Long> ids(List<EventKey> keys) {
        Map<String, Long> ids = new HashMap<>();
        for (EventKey key : keys) {
            if (!isUnnamed(key.index())) {
                ids.put(key.id(), key.index());
            }
        }
        return ids;
    }
}
