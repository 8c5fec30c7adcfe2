package dev.a2.store.kernel;

import dev.a2.store.AttemptRef;
import dev.a2.store.Event;
import dev.a2.store.Head;
import dev.a2.store.LogOptions;
import dev.a2.store.RedriveRequest;
import dev.a2.store.RedriveResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** DL: deadLetters and redrive. */
final class Redriving {
    private Redriving() {}

    static List<Head> deadLetters(SessionRows rows, String sessionId) {
        List<Head> heads = new ArrayList<>();
        for (HeadRow row :
                rows.heads(HeadState.DEAD).stream().sorted(Orders.ROWS).toList()) {
            long index = row.key().index();
            List<Event> event = rows.events(index - 1, index, 1);
            heads.add(Claiming.head(sessionId, row, event.isEmpty() ? null : event.get(0)));
        }
        return heads;
    }

    static RedriveResult redrive(SessionRows rows, RedriveRequest request) {
        Optional<HeadRow> dead = rows.heads(HeadState.DEAD).stream()
                .filter(row -> row.key().index() == request.index()
                        && row.key().consumer().equals(request.consumer()))
                .min(Orders.REDRIVE);
        if (dead.isPresent()) {
            HeadRow row = dead.get();
            rows.save(
                    request.action() == RedriveRequest.Action.RETRY
                            ? retry(row, rows.nowMs())
                            : skip(rows, request, row));
        }
        boolean pending = rows.load(new Need().pending(request.consumers())).pending();
        return new RedriveResult(dead.isPresent(), pending);
    }

    /** DL-3. */
    private static Changes retry(HeadRow row, long nowMs) {
        Changes changes = new Changes();
        changes.head(row.with(HeadState.LIVE).with(Dispatches.redriven(row.dispatch())));
        changes.mark(row.key().consumer(), nowMs);
        return changes;
    }

    /** DL-4. */
    private static Changes skip(SessionRows rows, RedriveRequest request, HeadRow row) {
        long nowMs = rows.nowMs();
        HeadKey key = row.key();
        LogOptions served = key.kind() == CursorKind.LOG ? Cursors.servedLog(request.consumers(), key.cursor()) : null;
        Need need = new Need();
        Completing.needNext(need, new AttemptRef(key.consumer(), key.laneOrNull(), key.index(), 1), served);
        Changes changes = new Changes();
        changes.head(row.done(new Completion(nowMs, null, List.of())));
        new Cursors(rows.session(), nowMs, rows.load(need), changes).moveOn(key, served, List.of());
        return changes;
    }
}
