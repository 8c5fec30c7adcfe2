package dev.a2.store;

import dev.a2.codec.Strings;
import dev.a2.store.SessionPart.Bounds;
import dev.a2.store.SessionPart.CursorPart;
import dev.a2.store.SessionPart.EventPart;
import dev.a2.store.SessionPart.HeadPart;
import dev.a2.store.SessionPart.Kind;
import dev.a2.store.SessionPart.SnapshotPart;
import dev.a2.store.SessionPart.State;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks the pieces of one session as they come in (TRF-5): whoever imports shows it each piece before storing it, and
 * calls {@link #end} before committing. It keeps names and indexes, no payloads. One thread, one import.
 */
public final class SessionParts {
    /** The order of cursors: by consumer, then lane, then logs before lanes; texts by UTF-16 code units. */
    public static final Comparator<CursorPart> CURSORS = Comparator.comparing(CursorPart::consumer)
            .thenComparing(CursorPart::lane)
            .thenComparing(CursorPart::kind);

    /** The order of heads: by index, then consumer, then kind, then lane; texts by UTF-16 code units. */
    public static final Comparator<HeadPart> HEADS = Comparator.<HeadPart>comparingLong(
                    part -> part.head().index())
            .thenComparing(part -> part.head().consumer())
            .thenComparing(HeadPart::kind)
            .thenComparing(part -> part.head().lane(), Comparator.nullsFirst(Comparator.naturalOrder()));

    /** The order of snapshots: by reducer, by UTF-16 code units, then index. */
    public static final Comparator<SnapshotPart> SNAPSHOTS =
            Comparator.comparing(SnapshotPart::reducer).thenComparingLong(SnapshotPart::index);

    /** The order of a head's pins: by reducer, by UTF-16 code units, then index. */
    public static final Comparator<SessionPart.Pin> PINS =
            Comparator.comparing(SessionPart.Pin::reducer).thenComparingLong(SessionPart.Pin::index);

    /** FAIL-6. */
    private static final int MAX_ERROR_BYTES = 8 << 10;

    private record CursorKey(
            Kind kind, String consumer, @Nullable String lane) {}

    private final String sessionId;
    private final Limits limits;

    private @Nullable Bounds bounds;
    private long nextIndex;
    private @Nullable CursorPart lastCursor;
    private @Nullable HeadPart lastHead;
    private @Nullable SnapshotPart lastSnapshot;

    /** Ids of events that no head returned so far. */
    private final Set<String> ids = new HashSet<>();

    private final Map<CursorKey, CursorPart> cursors = new HashMap<>();
    /** Cursors whose head has no row so far. */
    private final Set<CursorKey> withoutRow = new HashSet<>();
    /** Pins whose snapshot did not come so far. */
    private final Set<SessionPart.Pin> pins = new HashSet<>();

    /** Begins to check a session that shall be stored under these limits. */
    public SessionParts(String sessionId, Limits limits) {
        limits.checkSession(sessionId);
        this.sessionId = sessionId;
        this.limits = limits;
    }

    /**
     * Checks the next piece.
     *
     * @throws StoreException INVALID_ARGUMENT when it is out of order, does not fit to those before, or is too large
     */
    public void check(SessionPart part) {
        switch (part) {
            case Bounds first -> bounds(first);
            case EventPart event -> event(event.event());
            case CursorPart cursor -> cursor(cursor);
            case HeadPart head -> head(head);
            case SnapshotPart snapshot -> snapshot(snapshot);
        }
    }

    /**
     * Checks that nothing is missing.
     *
     * @throws StoreException INVALID_ARGUMENT when something is
     */
    public void end() {
        afterEvents(bounds());
        require(withoutRow.isEmpty(), "heads without a row: ", withoutRow);
        if (lastSnapshot != null) {
            unpin(lastSnapshot);
        }
        require(pins.isEmpty(), "pinned snapshots are missing: ", pins);
    }

    private void bounds(Bounds part) {
        require(bounds == null, "its bounds come twice");
        require(part.clearIndex() <= part.frontier(), "the marker lies beyond the frontier: ", part);
        require(part.clearIndex() > 0 || !part.collapsed(), "it was never cleared, so it cannot be collapsed");
        bounds = part;
        nextIndex = Math.max(1, part.clearIndex());
    }

    private Bounds bounds() {
        if (bounds == null) {
            throw unsound("its bounds must come first");
        }
        return bounds;
    }

    // ---- events

    private void event(Event event) {
        Bounds in = bounds();
        long index = event.index();
        require(event.sessionId().equals(sessionId), "event ", index, " is of session ", event.sessionId());
        require(
                lastCursor == null && lastHead == null && lastSnapshot == null,
                "event ",
                index,
                " comes behind cursors, heads or snapshots");
        require(index == nextIndex, "event ", nextIndex, " must come next, not ", index);
        require(index <= in.frontier(), "event ", index, " lies beyond the frontier ", in.frontier());
        nextIndex++;
        boolean marker = index == in.clearIndex();
        require(
                marker == event.type().equals(Reserved.CLEAR_TYPE),
                "event ",
                index,
                " is of type ",
                event.type(),
                ", but the marker is at ",
                in.clearIndex());
        require(!marker || (event.payload().isNull() && event.cause() == null), "its marker has a payload or a cause");
        if (!marker || !in.collapsed()) {
            require(ids.add(event.id()), "the id of event ", index, " stands twice");
        }
        AttemptRef cause = event.cause();
        if (cause != null) {
            require(
                    cause.index() > in.clearIndex() && cause.index() < index,
                    "event ",
                    index,
                    " cannot be caused by event ",
                    cause.index());
            limits.checkName("consumer", cause.consumer());
            limits.checkName("lane", cause.lane());
        }
        limits.checkName("event id", event.id());
        limits.checkName("event type", event.type());
        limits.checkPayload("the payload at index " + index, event.payload().size());
    }

    private void afterEvents(Bounds in) {
        require(nextIndex == in.frontier() + 1, "event ", nextIndex, " of ", in.frontier(), " is missing");
    }

    // ---- cursors

    private void cursor(CursorPart cursor) {
        Bounds in = bounds();
        afterEvents(in);
        boolean inOrder = lastCursor == null || CURSORS.compare(lastCursor, cursor) < 0;
        require(inOrder && lastHead == null && lastSnapshot == null, "out of order: ", cursor);
        lastCursor = cursor;
        require(cursor.kind() != Kind.EVENT, "an event cursor is its head alone: ", cursor);
        require(cursor.kind() == Kind.LOG || cursor.types() == null, "a lane has no types: ", cursor);
        Long head = cursor.head();
        long position = cursor.position();
        require(position >= in.clearIndex() && position <= in.frontier(), "outside of the log: ", cursor);
        require(head == null || (head > position && head <= in.frontier()), "its head is out of reach: ", cursor);
        require(
                cursor.kind() == Kind.LOG || head != null || position > in.clearIndex(),
                "an idle lane at the marker is none: ",
                cursor);
        CursorKey key = new CursorKey(cursor.kind(), cursor.consumer(), cursor.lane());
        cursors.put(key, cursor);
        if (head != null) {
            withoutRow.add(key);
        }
        limits.checkName("consumer", cursor.consumer());
        limits.check(new LogOptions(cursor.lane(), cursor.types(), false));
    }

    // ---- heads

    private void head(HeadPart part) {
        Bounds in = bounds();
        afterEvents(in);
        HeadRef head = part.head();
        boolean inOrder = lastHead == null || HEADS.compare(lastHead, part) < 0;
        require(inOrder && lastSnapshot == null, "out of order: ", head);
        lastHead = part;
        require(head.index() > in.clearIndex() && head.index() <= in.frontier(), "outside of the log: ", head);
        require((part.kind() == Kind.EVENT) == (head.lane() == null), part.kind(), " cursor with a wrong lane: ", head);
        checkStanding(part);
        checkHistory(part);
        limits.checkName("consumer", head.consumer());
        limits.checkName("lane", head.lane());
        limits.checkName("holder", part.dispatch().claimHolder());
        String error = part.dispatch().lastError();
        require(
                error == null || error.getBytes(StandardCharsets.UTF_8).length <= MAX_ERROR_BYTES,
                "the error text of ",
                head,
                " has more than ",
                MAX_ERROR_BYTES,
                " bytes");
    }

    /** The row's state fits to where its cursor stands. */
    private void checkStanding(HeadPart part) {
        long index = part.head().index();
        if (part.kind() == Kind.EVENT) {
            require(part.state() != State.QUEUED, "only lanes have queues: ", part.head());
            return;
        }
        CursorKey key =
                new CursorKey(part.kind(), part.head().consumer(), part.head().lane());
        CursorPart cursor = cursors.get(key);
        Long head = cursor == null ? null : cursor.head();
        boolean fits = switch (part.state()) {
            case QUEUED -> part.kind() == Kind.LANE && head != null && index > head;
            case LIVE, DEAD -> head != null && index == head && withoutRow.remove(key);
            case DONE -> cursor != null && index <= cursor.position();
        };
        require(fits, part.head(), " is ", part.state(), ", but its cursor is ", cursor);
    }

    /** What happened to the row fits to its state. */
    private void checkHistory(HeadPart part) {
        HeadRef head = part.head();
        Dispatch dispatch = part.dispatch();
        State state = part.state();
        SessionPart.Completion completion = part.completion();
        require((state == State.DONE) == (completion != null), head, " is ", state, ", completion: ", completion);
        require(state != State.QUEUED || dispatch.equals(Dispatch.NONE), head, " is queued, but was claimed");
        require(
                state == State.DONE || (state == State.DEAD) == (dispatch.failedAt() != null),
                head,
                " is ",
                state,
                ", but failed for good at ",
                dispatch.failedAt());
        require(state == State.LIVE || part.pins().isEmpty(), head, " is ", state, ", but pins snapshots");
        pins.addAll(part.pins());
        if (completion != null) {
            for (String id : completion.returnedIds()) {
                require(ids.remove(id), head, " returned event ", id, ", which is missing or returned twice");
            }
        }
    }

    // ---- snapshots

    private void snapshot(SnapshotPart part) {
        Bounds in = bounds();
        afterEvents(in);
        SnapshotPart last = lastSnapshot;
        require(last == null || SNAPSHOTS.compare(last, part) < 0, "out of order: snapshot ", name(part));
        if (last != null) {
            boolean isHistory = last.reducer().equals(part.reducer());
            require(unpin(last) || !isHistory, "an older snapshot that nothing pins is none: ", name(last));
        }
        lastSnapshot = part;
        require(part.index() >= in.clearIndex() && part.index() <= in.frontier(), "outside of the log: ", name(part));
        limits.checkReducer(part.reducer());
        limits.checkPayload("the state " + name(part), part.state().size());
    }

    private boolean unpin(SnapshotPart part) {
        return pins.remove(new SessionPart.Pin(part.reducer(), part.index()));
    }

    private static String name(SnapshotPart part) {
        return part.reducer() + " at " + part.index();
    }

    // ---- refusals

    private void require(boolean holds, @Nullable Object... otherwise) {
        if (!holds) {
            throw unsound(Arrays.stream(otherwise).map(String::valueOf).collect(Collectors.joining()));
        }
    }

    private StoreException unsound(String why) {
        return StoreException.invalid("session " + Strings.quote(sessionId)
                + " is not whole and sound as it comes in, nothing of it was stored: " + why);
    }
}
