package dev.a2.store.kernel;

import dev.a2.store.Cursor;
import dev.a2.store.Dispatch;
import dev.a2.store.LogOptions;
import dev.a2.store.WakeLogRequest;
import dev.a2.store.WakeLogResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** CUR: cursors and wakeLog. */
final class CursorRules {
    private CursorRules() {}

    static List<Cursor> list(SessionRows rows) {
        long marker = rows.session().marker();
        Map<HeadKey, Dispatch> heads = new HashMap<>();
        List<Cursor> cursors = new ArrayList<>();
        for (HeadState state : List.of(HeadState.LIVE, HeadState.DEAD)) {
            for (HeadRow row : rows.heads(state)) {
                heads.put(row.key(), row.dispatch());
                if (row.key().kind() == CursorKind.EVENT) {
                    cursors.add(new Cursor.EventCursor(
                            row.key().consumer(), row.key().index(), row.dispatch()));
                }
            }
        }
        for (CursorRow stored : rows.cursors()) {
            CursorRow row = stored.above(marker);
            Dispatch dispatch =
                    row.head() == null ? Dispatch.NONE : heads.getOrDefault(row.row(row.head()), Dispatch.NONE);
            if (row.kind() == CursorKind.LOG) {
                cursors.add(log(row, dispatch));
            } else if (row.head() != null || row.position() > marker) {
                cursors.add(new Cursor.LaneCursor(
                        row.key().consumer(), row.key().lane(), row.position(), row.head(), dispatch));
            }
        }
        cursors.sort(Orders.CURSORS);
        return cursors;
    }

    static WakeLogResult wake(SessionRows rows, WakeLogRequest request) {
        LogOptions log = request.log();
        LaneKey key = new LaneKey(request.consumer(), log.lane());
        Have.Log known = rows.load(new Need().log(key, Need.Log.serving(log))).log(key);
        SessionRow session = rows.session();
        CursorRow stored = known.cursor() == null ? null : known.cursor().above(session.marker());
        CursorRow cursor = stored;
        if (cursor == null) {
            long position = log.backfill() ? session.marker() : session.frontier();
            cursor = new CursorRow(CursorKind.LOG, key, position, log.backfill() ? known.next() : null, log.types());
        } else if (cursor.head() == null) {
            cursor = cursor.at(cursor.position(), known.next());
        }
        cursor = cursor.with(log.types());
        boolean nothingToFollow = stored == null && session.frontier() == session.marker();
        boolean newHead = cursor.head() != null && (stored == null || stored.head() == null);
        if (!nothingToFollow && !cursor.equals(stored)) {
            Changes changes = new Changes();
            changes.cursor(cursor);
            if (newHead) {
                changes.newHead(HeadRow.fresh(cursor.row(Objects.requireNonNull(cursor.head())), HeadState.LIVE));
                changes.mark(key.consumer(), rows.nowMs());
            }
            rows.save(changes);
        }
        return new WakeLogResult(log(cursor, dispatch(rows, cursor)), session.frontier());
    }

    private static Dispatch dispatch(SessionRows rows, CursorRow cursor) {
        if (cursor.head() == null) {
            return Dispatch.NONE;
        }
        HeadKey key = cursor.row(cursor.head());
        for (HeadRow row : rows.load(new Need().head(key.ref())).heads().getOrDefault(key.ref(), List.of())) {
            if (row.key().equals(key)) {
                return row.dispatch();
            }
        }
        return Dispatch.NONE;
    }

    private static Cursor.LogCursor log(CursorRow row, Dispatch dispatch) {
        return new Cursor.LogCursor(
                row.key().consumer(), row.key().lane(), row.position(), row.head(), row.types(), dispatch);
    }
}
