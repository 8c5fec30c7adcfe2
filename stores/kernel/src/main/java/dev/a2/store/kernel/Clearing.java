package dev.a2.store.kernel;

import dev.a2.codec.Json;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClearRequest;
import dev.a2.store.ClearResult;
import dev.a2.store.Event;
import dev.a2.store.ReclaimResult;
import dev.a2.store.Reserved;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** CLR: clear and reclaim. */
final class Clearing {
    /** Events that one reclaim deletes (CLR-6). */
    private static final int PAGE = 256;

    /**
     * What a clear did, for its wake-up (CLR-5).
     *
     * @param marker the event that it appended
     * @param wakes whether to wake at all
     */
    record Outcome(ClearResult result, @Nullable Event marker, boolean wakes) {}

    private Clearing() {}

    static Outcome clear(SessionRows rows, ClearRequest request, String id) {
        AttemptRef cause = request.cause();
        Have have = cause == null ? new Have() : rows.load(new Need().head(cause.head()));
        SessionRow session = rows.session();
        if (cause != null) {
            Fence.check(request.sessionId(), session, cause, have);
        }
        Long last = request.ifLastIndex();
        boolean repeated = last != null && session.marker() == last + 1;
        if (!repeated && last != null && session.frontier() != last) {
            return new Outcome(new ClearResult(false, session.frontier(), session.marker()), null, false);
        }
        if (repeated || session.frontier() == session.marker()) {
            return new Outcome(
                    new ClearResult(true, session.frontier(), session.marker()), null, session.frontier() > 0);
        }
        long index = session.frontier() + 1;
        Event marker = new Event(
                request.sessionId(),
                index,
                id,
                Reserved.CLEAR_TYPE,
                Json.NULL,
                Instant.ofEpochMilli(rows.nowMs()),
                null);
        Changes changes = new Changes();
        changes.event(marker);
        changes.session(new SessionRow(index, index));
        rows.save(changes);
        return new Outcome(new ClearResult(true, index, index), marker, true);
    }

    static ReclaimResult reclaim(SessionRows rows) {
        SessionRow session = rows.session();
        if (session.marker() == 0) {
            return new ReclaimResult(0, true);
        }
        int deleted = rows.deleteEvents(PAGE);
        boolean done = rows.events(0, session.marker() - 1, 1).isEmpty();
        if (done) {
            rows.sweep(session.frontier() == session.marker());
        }
        return new ReclaimResult(deleted, done);
    }
}
