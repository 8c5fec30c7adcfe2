package dev.a2.store;

import dev.a2.codec.Json;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a whole session, as {@link Transfer} hands it over. A session's pieces come in this order: its bounds, its
 * events, its cursors, its heads, its snapshots; each kind in the order of {@link SessionParts}.
 *
 * <p>What follows from these is left out: event cursors (their heads say it all), how often a snapshot is pinned, which one
 * is its reducer's latest (the one with the highest index), and the marks of the work index. Presence is left out because
 * it passes.
 */
public sealed interface SessionPart {
    /** The three kinds of cursor. */
    enum Kind {
        /** One event for one consumer. */
        EVENT,
        /** Follows the log. */
        LOG,
        /** A serial queue. */
        LANE
    }

    /** What a head row's event is to its cursor. */
    enum State {
        /** Waits in its lane behind the head. */
        QUEUED,
        /** The cursor's head: free, on hold or claimed. */
        LIVE,
        /** The cursor's head, dead-lettered. */
        DEAD,
        /** Completed or skipped. */
        DONE
    }

    /**
     * How far the log reaches.
     *
     * @param frontier index of the newest event
     * @param clearIndex index of the latest clear marker; 0 if none
     * @param collapsed whether the marker's own id names nothing, as in a lifetime that was empty when it was reclaimed
     *     (CLR-7)
     */
    record Bounds(long frontier, long clearIndex, boolean collapsed) implements SessionPart {
        /** Checks numbers (VAL-4). */
        public Bounds {
            Checks.index("frontier", frontier);
            Checks.number("clearIndex", clearIndex);
        }
    }

    /** An event with its cause; the clear marker too. */
    record EventPart(Event event) implements SessionPart {
        /** Checks names and numbers (VAL-1, VAL-4). */
        public EventPart {
            Checks.index("index", event.index());
            Checks.name("event id", event.id());
            Checks.name("event type", event.type());
            Checks.time("createdAt", event.createdAt());
        }
    }

    /**
     * A lane or log cursor.
     *
     * @param kind LANE or LOG
     * @param position the last event that it is done with; the marker at least
     * @param head null when idle
     * @param types a log cursor's recorded types; null for all
     */
    record CursorPart(
            Kind kind,
            String consumer,
            String lane,
            long position,
            @Nullable Long head,
            @Nullable Set<String> types) implements SessionPart {
        /** Checks names and numbers (VAL-1, VAL-4), and copies the types. */
        public CursorPart {
            Checks.name("consumer", consumer);
            Checks.text("lane", lane);
            Checks.number("position", position);
            if (head != null) {
                Checks.index("head", head);
            }
            if (types != null) {
                types = Copies.ordered(types);
                types.forEach(type -> Checks.name("event type", type));
            }
        }
    }

    /**
     * One event in the hands of one cursor: its row, with everything that happened to it.
     *
     * @param pins the snapshots that its handler must see
     * @param completion how it ended; null until then
     */
    record HeadPart(
            HeadRef head,
            Kind kind,
            State state,
            Dispatch dispatch,
            List<Pin> pins,
            @Nullable Completion completion) implements SessionPart {
        /** Checks names, numbers and times (VAL-1, VAL-4), and copies the list. */
        public HeadPart {
            pins = List.copyOf(pins);
            checkTime("firstClaimedAt", dispatch.firstClaimedAt());
            checkTime("lastClaimedAt", dispatch.lastClaimedAt());
            checkTime("claimExpiresAt", dispatch.claimExpiresAt());
            checkTime("lastFailedAt", dispatch.lastFailedAt());
            checkTime("failedAt", dispatch.failedAt());
            Checks.number("attemptCount", dispatch.attemptCount());
            Checks.number("failureCount", dispatch.failureCount());
            if (dispatch.lastFailedAttempt() != null) {
                Checks.number("lastFailedAttempt", dispatch.lastFailedAttempt());
            }
            if (dispatch.claimHolder() != null) {
                Checks.name("holder", dispatch.claimHolder());
            }
        }

        private static void checkTime(String what, @Nullable Instant time) {
            if (time != null) {
                Checks.time(what, time);
            }
        }
    }

    /** A head's hold on a snapshot. */
    record Pin(String reducer, long index) {
        /** Checks names and numbers (VAL-1, VAL-4). */
        public Pin {
            Checks.name("reducer", reducer);
            Checks.index("snapshot index", index);
        }
    }

    /**
     * How a head ended, kept so that a repeated completion finds it (CMP-2).
     *
     * @param attempt the completing attempt; null when it was skipped
     * @param returnedIds ids of the events that the attempt returned, in order
     */
    record Completion(Instant at, @Nullable Integer attempt, List<String> returnedIds) {
        /** Checks names, numbers and times (VAL-1, VAL-4), and copies the list. */
        public Completion {
            returnedIds = List.copyOf(returnedIds);
            Checks.time("the time of a completion", at);
            if (attempt != null) {
                Checks.atLeastOne("attempt", attempt);
            }
            returnedIds.forEach(id -> Checks.name("returned id", id));
        }
    }

    /** A reducer's state as of an index. */
    record SnapshotPart(String reducer, long index, Json state) implements SessionPart {
        /** Checks names and numbers (VAL-1, VAL-4). */
        public SnapshotPart {
            Checks.name("reducer", reducer);
            Checks.index("snapshot index", index);
        }
    }
}
