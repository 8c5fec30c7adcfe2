package dev.a2.transfer;

import dev.a2.codec.Strings;
import dev.a2.store.AppendRequest;
import dev.a2.store.Cursor.LogCursor;
import dev.a2.store.Dispatch;
import dev.a2.store.Event;
import dev.a2.store.HeadRef;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionPart.Bounds;
import dev.a2.store.SessionPart.CursorPart;
import dev.a2.store.SessionPart.EventPart;
import dev.a2.store.SessionPart.HeadPart;
import dev.a2.store.SessionPart.Kind;
import dev.a2.store.SessionPart.SnapshotPart;
import dev.a2.store.SessionStore;
import dev.a2.store.Target;
import dev.a2.store.When;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What was appended where a session was after it had been moved, by somebody who did not know. It follows the session, under its
 * ids, unless somebody there has begun to handle it.
 */
final class Stragglers {
    private final Mover mover;
    private final SessionStore from;
    private final SessionStore to;
    private final String session;

    private final Map<Long, List<Target>> targets = new HashMap<>();
    private long frontier;

    Stragglers(Mover mover, SessionStore from, SessionStore to, String session) {
        this.mover = mover;
        this.from = from;
        this.to = to;
        this.session = session;
    }

    /** Whether there were any. */
    boolean follow(SessionBounds bounds) {
        if (bounds.frontier() == bounds.clearIndex()) {
            return false;
        }
        if (to.bounds(session).frontier() == 0) {
            throw new MoveException(
                    "session " + Strings.quote(session) + " was moved before, but not to where it should go now");
        }
        boolean isDone = false;
        try {
            do {
                mover.hold(session);
                look();
                send(bounds.clearIndex());
            } while (!mover.clear(session, frontier));
            isDone = true;
        } finally {
            if (!isDone) {
                mover.release(session);
            }
        }
        mover.reclaim(session);
        return true;
    }

    /** Who must handle what; nobody may have begun. */
    private void look() {
        targets.clear();
        from.exportSession(session, part -> {
            switch (part) {
                case Bounds bounds -> frontier = bounds.frontier();
                case EventPart event ->
                    require(event.event().cause() == null, event.event().index());
                case HeadPart head -> look(head);
                case CursorPart cursor -> {}
                case SnapshotPart snapshot -> {}
            }
        });
    }

    private void look(HeadPart part) {
        HeadRef head = part.head();
        Dispatch dispatch = part.dispatch();
        int begun = mover.holder().equals(dispatch.claimHolder()) ? 1 : 0;
        require(part.completion() == null && dispatch.attemptCount() == begun, head.index());
        if (part.kind() != Kind.LOG) {
            Instant notBefore = begun == 0 ? dispatch.claimExpiresAt() : null;
            targets.computeIfAbsent(head.index(), index -> new ArrayList<>())
                    .add(new Target(head.consumer(), head.lane(), notBefore == null ? null : When.at(notBefore)));
        }
    }

    private void require(boolean isUntouched, long index) {
        if (!isUntouched) {
            throw new MoveException("session " + Strings.quote(session)
                    + " was moved before, but appended to where it was, and event " + index
                    + " was handled there since; it stays there: see to it by hand");
        }
    }

    private void send(long marker) {
        Served logs = logs();
        long after = marker;
        while (after < frontier) {
            for (Event event : from.readEvents(session, after)) {
                after = event.index();
                if (after <= frontier) {
                    List<Target> to = targets.getOrDefault(after, List.of());
                    send(new NewEvent(event.id(), event.type(), event.payload(), null, to), logs);
                }
            }
        }
    }

    private void send(NewEvent event, Served logs) {
        to.append(AppendRequest.of(session, event).serving(logs));
    }

    /** Who follows the log there, so that they find it. */
    private Served logs() {
        List<ServedConsumer> logs = new ArrayList<>();
        to.cursors(session).forEach(cursor -> {
            if (cursor instanceof LogCursor log) {
                logs.add(ServedConsumer.log(log.consumer(), new LogOptions(log.lane(), log.types(), false)));
            }
        });
        return new Served(logs);
    }
}
