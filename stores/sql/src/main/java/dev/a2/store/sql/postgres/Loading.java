package dev.a2.store.sql.postgres;

import dev.a2.store.Event;
import dev.a2.store.HeadRef;
import dev.a2.store.Served;
import dev.a2.store.kernel.ClaimScan;
import dev.a2.store.kernel.CursorKind;
import dev.a2.store.kernel.CursorRow;
import dev.a2.store.kernel.Have;
import dev.a2.store.kernel.HeadRow;
import dev.a2.store.kernel.LaneKey;
import dev.a2.store.kernel.Need;
import dev.a2.store.sql.jdbc.Mapping;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Loads what an operation needs in one trip, and in a second one the next events of logs, where that must be looked up by
 * type: from where depends on the cursor.
 */
final class Loading {
    private record CursorName(CursorKind kind, LaneKey key) {}

    private final Transaction transaction;
    private final SessionLine session;
    private final Need need;
    private final Have have = new Have();
    private final Map<CursorName, CursorRow> cursors = new HashMap<>();
    private final Map<LaneKey, ClaimScan.Row> queued = new HashMap<>();

    private Loading(Transaction transaction, SessionLine session, Need need) {
        this.transaction = transaction;
        this.session = session;
        this.need = need;
    }

    static Have load(Transaction transaction, SessionLine session, Need need) {
        return new Loading(transaction, session, need).load();
    }

    private Have load() {
        askForIds();
        askForHeads();
        askForCursors();
        askForWork();
        transaction.send();
        if (session.exists()) {
            have.ids().values().removeIf(session::isUnnamed);
            need.lanes().forEach((key, withNext) -> have.lanes().put(key, lane(key)));
            Map<LaneKey, Event> typed = nextOfTypes();
            need.logs().forEach((key, log) -> have.logs().put(key, log(key, log, typed.get(key))));
            loadEventsOfUntypedLogs();
        }
        return have;
    }

    private void askForIds() {
        if (!need.ids().isEmpty()) {
            session.ask(Sql.EVENTS_INDEXES_OF_IDS)
                    .texts("event_id", need.ids())
                    .each(row -> have.ids().put(row.text("event_id"), row.number("event_index")));
        }
    }

    private void askForHeads() {
        Set<HeadRef> refs = need.heads();
        refs.forEach(ref -> have.heads().put(ref, new ArrayList<>()));
        if (!refs.isEmpty()) {
            session.ask(Sql.HEADS_FIND)
                    .numbers("event_index", refs, HeadRef::index)
                    .texts("consumer", refs, HeadRef::consumer)
                    .texts("lane", refs, ref -> ref.lane() == null ? "" : ref.lane())
                    .each(row -> keep(Mapping.head(row)));
        }
    }

    /** A name without a lane means an event cursor's row, and one with the empty lane that of another. */
    private void keep(HeadRow row) {
        List<HeadRow> rows = have.heads().get(row.key().ref());
        if (rows != null) {
            rows.add(row);
        }
    }

    private void askForCursors() {
        List<CursorName> names = new ArrayList<>();
        need.lanes().keySet().forEach(key -> names.add(new CursorName(CursorKind.LANE, key)));
        need.logs().keySet().forEach(key -> names.add(new CursorName(CursorKind.LOG, key)));
        if (!names.isEmpty()) {
            session.ask(Sql.CURSORS_FIND)
                    .texts("consumer", names, name -> name.key().consumer())
                    .texts("kind", names, name -> Mapping.tag(name.kind()))
                    .texts("lane", names, name -> name.key().lane())
                    .each(row -> {
                        CursorRow cursor = Mapping.cursor(row);
                        cursors.put(new CursorName(cursor.kind(), cursor.key()), cursor);
                    });
        }
        List<LaneKey> withNext = need.lanes().entrySet().stream()
                .filter(Map.Entry::getValue)
                .map(Map.Entry::getKey)
                .toList();
        if (!withNext.isEmpty()) {
            session.ask(Sql.HEADS_NEXT_QUEUED)
                    .texts("consumer", withNext, LaneKey::consumer)
                    .texts("lane", withNext, LaneKey::lane)
                    .each(row -> {
                        ClaimScan.Row found = Mapping.headWithEvent(row, session.id());
                        queued.put(found.head().key().cursor(), found);
                    });
        }
    }

    private void askForWork() {
        Served pending = need.pending();
        if (pending != null) {
            session.ask(Sql.HEADS_ANY_LIVE)
                    .texts("consumer", pending.names())
                    .each(row -> have.pending(row.number("found") > 0));
        }
    }

    private Have.Lane lane(LaneKey key) {
        CursorRow cursor = cursors.get(new CursorName(CursorKind.LANE, key));
        ClaimScan.Row next = cursor == null ? null : queued.get(key);
        return new Have.Lane(cursor, next == null ? null : next.head(), next == null ? null : next.event());
    }

    private @Nullable CursorRow logCursor(LaneKey key) {
        return cursors.get(new CursorName(CursorKind.LOG, key));
    }

    /** Where to look for an event of a type. */
    private record Look(LaneKey log, String type, long after) {}

    /** The next events of the logs that take some types only. */
    private Map<LaneKey, Event> nextOfTypes() {
        List<Look> looks = new ArrayList<>();
        need.logs().forEach((key, log) -> {
            CursorRow cursor = logCursor(key);
            Long after = log.lookBehind(cursor, session.marker());
            Collection<String> types = log.typesFor(cursor);
            if (after != null && types != null && after < session.row().frontier()) {
                types.forEach(type -> looks.add(new Look(key, type, after)));
            }
        });
        Map<LaneKey, Event> found = new HashMap<>();
        if (!looks.isEmpty()) {
            List<LaneKey> places = List.copyOf(need.logs().keySet());
            session.query(Sql.EVENTS_NEXT_OF_TYPES)
                    .numbers("place", looks, look -> (long) places.indexOf(look.log()))
                    .texts("type", looks, Look::type)
                    .numbers("after", looks, Look::after)
                    .each(row -> found.put(places.get(row.count("place")), Mapping.event(row, session.id())));
            transaction.send();
        }
        return found;
    }

    private Have.Log log(LaneKey key, Need.Log log, @Nullable Event typed) {
        CursorRow cursor = logCursor(key);
        Long after = log.lookBehind(cursor, session.marker());
        if (log.typesFor(cursor) != null || after == null) {
            return new Have.Log(cursor, typed == null ? null : typed.index(), typed);
        }
        return new Have.Log(cursor, after < session.row().frontier() ? after + 1 : null, null);
    }

    /** A log that takes everything knows its next event's index without looking, but not the event. */
    private void loadEventsOfUntypedLogs() {
        if (!need.wantsNextEvents()) {
            return;
        }
        have.logs().replaceAll((key, log) -> {
            Long next = log.next();
            if (next == null || log.nextEvent() != null) {
                return log;
            }
            List<Event> event = new ArrayList<>();
            session.ask(Sql.EVENTS_PAGE_OF_SESSION)
                    .set("after", next - 1)
                    .set("through", next)
                    .set("limit", 1)
                    .list(event, row -> Mapping.event(row, session.id()));
            transaction.send();
            return new Have.Log(log.cursor(), next, event.isEmpty() ? null : event.get(0));
        });
    }
}
