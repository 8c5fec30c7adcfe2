package dev.a2.store.kernel;

import dev.a2.store.AttemptRef;
import dev.a2.store.Event;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.Target;
import dev.a2.store.When;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The cursors that one operation moves, as they stand now: loaded ones, changed as the operation goes along. Whoever gets
 * a head is marked as having work (WRK-1).
 */
final class Cursors {
    private final long frontier;
    private final long marker;
    private final long nowMs;
    private final Have have;
    private final Changes changes;
    private final Map<LaneKey, CursorRow> lanes = new HashMap<>();
    private final Map<LaneKey, CursorRow> logs = new HashMap<>();
    private UnaryOperator<HeadRow> arrival = UnaryOperator.identity();

    Cursors(SessionRow session, long nowMs, Have have, Changes changes) {
        this.frontier = session.frontier();
        this.marker = session.marker();
        this.nowMs = nowMs;
        this.have = have;
        this.changes = changes;
    }

    /** Does something with each new live head before it is kept. */
    void onArrival(UnaryOperator<HeadRow> arrival) {
        this.arrival = arrival;
    }

    /** What must be known before these events can be appended. */
    static void need(Need need, List<NewEvent> events, Served consumers) {
        for (NewEvent event : events) {
            for (Target target : event.targets()) {
                if (target.lane() != null) {
                    need.lane(new LaneKey(target.consumer(), target.lane()));
                }
            }
        }
        for (ServedConsumer consumer : consumers.logs()) {
            LogOptions log = consumer.log();
            if (log != null && events.stream().anyMatch(event -> log.takes(event.type()))) {
                need.log(new LaneKey(consumer.name(), log.lane()), Need.Log.serving(log));
            }
        }
    }

    /** APP-10, APP-16. */
    void target(Target target, long index) {
        String lane = target.lane();
        if (lane == null) {
            HeadKey key = new HeadKey(target.consumer(), CursorKind.EVENT, "", index);
            HeadRow row = HeadRow.fresh(key, HeadState.LIVE);
            When start = target.notBefore();
            live(start == null ? row : row.with(Dispatches.held(row.dispatch(), start.toMs(nowMs))));
            return;
        }
        CursorRow cursor = lane(new LaneKey(target.consumer(), lane));
        if (cursor.head() == null) {
            move(cursor.at(cursor.position(), index));
        } else {
            changes.newHead(HeadRow.fresh(cursor.row(index), HeadState.QUEUED));
        }
    }

    /** APP-11: wakes the served log consumers that take one of these events, but for one that moves by itself. */
    void wakeLogs(List<Event> batch, Served consumers, @Nullable LaneKey but) {
        for (ServedConsumer consumer : consumers.logs()) {
            LogOptions log = consumer.log();
            if (log == null || new LaneKey(consumer.name(), log.lane()).equals(but)) {
                continue;
            }
            Long first = firstTaken(batch, log);
            if (first != null) {
                wakeLog(new LaneKey(consumer.name(), log.lane()), log, first);
            }
        }
    }

    private void wakeLog(LaneKey key, LogOptions log, long first) {
        Have.Log known = have.log(key);
        Long stored = known.next();
        CursorRow cursor = known.cursor() == null ? null : known.cursor().above(marker);
        if (cursor == null && !log.backfill()) {
            move(new CursorRow(CursorKind.LOG, key, frontier, first, log.types()));
        } else if (cursor == null) {
            move(new CursorRow(CursorKind.LOG, key, marker, stored == null ? first : stored, log.types()));
        } else if (cursor.head() == null) {
            move(cursor.at(cursor.position(), stored == null ? first : stored).with(log.types()));
        } else if (!Objects.equals(cursor.types(), log.types())) {
            changes.cursor(cursor.with(log.types()));
        }
    }

    /**
     * CMP-5: moves a cursor past a head that ended.
     *
     * @param batch the events that were returned with it, not yet handed to their targets
     */
    void moveOn(HeadKey ended, @Nullable LogOptions served, List<Event> batch) {
        switch (ended.kind()) {
            case EVENT -> {}
            case LANE -> pastLane(ended.cursor(), ended.index());
            case LOG -> pastLog(ended.cursor(), ended.index(), served, batch);
        }
    }

    /** The head, as it stands now, of the cursor that was moved past one; null when it is idle or was an event's. */
    @Nullable HeadKey headAfter(HeadKey ended) {
        CursorRow cursor = switch (ended.kind()) {
            case EVENT -> null;
            case LANE -> lanes.get(ended.cursor());
            case LOG -> logs.get(ended.cursor());
        };
        return cursor == null || cursor.head() == null ? null : cursor.row(cursor.head());
    }

    private void pastLane(LaneKey key, long ended) {
        HeadRow next = have.lane(key).next();
        if (next == null) {
            keep(lane(key).at(ended, null));
        } else {
            keep(lane(key).at(ended, next.key().index()));
            changes.head(next.with(HeadState.LIVE));
            changes.mark(key.consumer(), nowMs);
        }
    }

    private void pastLog(LaneKey key, long ended, @Nullable LogOptions served, List<Event> batch) {
        Have.Log known = have.log(key);
        CursorRow cursor = known.cursor();
        Set<String> types = served != null ? served.types() : cursor == null ? null : cursor.types();
        Long head = known.next();
        if (head == null) {
            head = firstTaken(batch, new LogOptions(key.lane(), types, false));
        }
        move(new CursorRow(CursorKind.LOG, key, ended, head, types));
    }

    /** The lane as it stands now, idle at the marker if it is new. */
    private CursorRow lane(LaneKey key) {
        CursorRow cursor = lanes.get(key);
        if (cursor == null) {
            CursorRow stored = have.lane(key).cursor();
            cursor = stored != null ? stored.above(marker) : new CursorRow(CursorKind.LANE, key, marker, null, null);
        }
        return cursor;
    }

    /** Keeps a moved cursor; its head, if it has one, is an event that nobody handed to it before. */
    private void move(CursorRow cursor) {
        keep(cursor);
        if (cursor.head() != null) {
            live(HeadRow.fresh(cursor.row(cursor.head()), HeadState.LIVE));
        }
    }

    private void keep(CursorRow cursor) {
        (cursor.kind() == CursorKind.LANE ? lanes : logs).put(cursor.key(), cursor);
        changes.cursor(cursor);
    }

    private void live(HeadRow fresh) {
        HeadRow row = arrival.apply(fresh);
        changes.newHead(row);
        changes.mark(row.key().consumer(), Math.max(row.freeAtMs(), nowMs));
    }

    static @Nullable Long firstTaken(List<Event> batch, LogOptions log) {
        for (Event event : batch) {
            if (log.takes(event.type())) {
                return event.index();
            }
        }
        return null;
    }

    /** The attempt names a cursor; its key, if it is one with a row of its own. */
    static @Nullable LaneKey keyOf(AttemptRef attempt) {
        return attempt.lane() == null ? null : new LaneKey(attempt.consumer(), attempt.lane());
    }

    /** How the calling deployment serves a log cursor, null if it does not say. */
    static @Nullable LogOptions servedLog(Served consumers, LaneKey key) {
        for (ServedConsumer consumer : consumers.logs()) {
            LogOptions log = consumer.log();
            if (log != null
                    && consumer.name().equals(key.consumer())
                    && log.lane().equals(key.lane())) {
                return log;
            }
        }
        return null;
    }
}
