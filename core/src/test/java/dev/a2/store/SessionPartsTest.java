package dev.a2.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.codec.Json;
import dev.a2.store.SessionPart.Bounds;
import dev.a2.store.SessionPart.Completion;
import dev.a2.store.SessionPart.CursorPart;
import dev.a2.store.SessionPart.EventPart;
import dev.a2.store.SessionPart.HeadPart;
import dev.a2.store.SessionPart.Kind;
import dev.a2.store.SessionPart.Pin;
import dev.a2.store.SessionPart.SnapshotPart;
import dev.a2.store.SessionPart.State;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SessionPartsTest {
    private static final Bounds THREE = new Bounds(3, 0, false);
    private static final Dispatch DEAD =
            new Dispatch(null, null, 1, null, null, 1, null, null, null, Instant.ofEpochMilli(5));

    @Test
    void aSoundSessionPasses() {
        assertThatCode(() -> check(
                        THREE,
                        event(1),
                        event(2),
                        event(3),
                        new CursorPart(Kind.LANE, "c", "l", 1, 2L, null),
                        done(1, "id3"),
                        head(2, Kind.LANE, State.LIVE, Dispatch.NONE, new Pin("r", 1)),
                        head(3, Kind.LANE, State.QUEUED, Dispatch.NONE),
                        new SnapshotPart("r", 1, Json.NULL),
                        new SnapshotPart("r", 3, Json.NULL)))
                .doesNotThrowAnyException();
    }

    @Test
    void aGapIsRefused() {
        refused("event 2 must come next, not 3", THREE, event(1), event(3));
        refused("event 3 of 3 is missing", THREE, event(1), event(2));
        refused("event 4 lies beyond the frontier 3", THREE, event(1), event(2), event(3), event(4));
    }

    @Test
    void aMarkerStandsAtItsPlaceOnly() {
        Event marker = new Event("s", 2, "m", Reserved.CLEAR_TYPE, Json.NULL, Instant.EPOCH, null);

        assertThatCode(() -> check(new Bounds(3, 2, false), new EventPart(marker), event(3)))
                .doesNotThrowAnyException();
        refused("event 2 is of type a2.clear, but the marker is at 0", THREE, event(1), new EventPart(marker));
        refused("event 2 is of type t, but the marker is at 2", new Bounds(3, 2, false), event(2));
    }

    @Test
    void aHeadWithoutACursorIsRefused() {
        refused(
                "is LIVE, but its cursor is null",
                THREE,
                event(1),
                event(2),
                event(3),
                head(2, Kind.LANE, State.LIVE, Dispatch.NONE));
    }

    @Test
    void aCursorWithoutItsHeadIsRefused() {
        refused(
                "heads without a row",
                THREE,
                event(1),
                event(2),
                event(3),
                new CursorPart(Kind.LOG, "c", "l", 1, 2L, Set.of()));
    }

    @Test
    void aStateThatContradictsTheHistoryIsRefused() {
        CursorPart lane = new CursorPart(Kind.LANE, "c", "l", 1, 2L, null);
        for (HeadPart wrong : List.of(
                head(2, Kind.LANE, State.LIVE, DEAD),
                head(2, Kind.LANE, State.DEAD, Dispatch.NONE),
                head(1, Kind.LANE, State.DONE, Dispatch.NONE),
                head(3, Kind.LANE, State.QUEUED, DEAD),
                head(3, Kind.LANE, State.LIVE, Dispatch.NONE),
                head(2, Kind.LANE, State.DEAD, DEAD, new Pin("r", 1)),
                done(2),
                done(1, "id9"),
                done(1, "id2", "id2"))) {
            refused("", THREE, event(1), event(2), event(3), lane, wrong);
        }
    }

    @Test
    void historyThatNothingPinsIsRefused() {
        refused(
                "an older snapshot that nothing pins",
                THREE,
                event(1),
                event(2),
                event(3),
                new SnapshotPart("r", 1, Json.NULL),
                new SnapshotPart("r", 3, Json.NULL));
    }

    @Test
    void whatIsTooLargeIsRefused() {
        Limits small = new Limits(10, 1, 10, 3);
        for (SessionPart part : List.of(
                new EventPart(new Event("s", 1, "i", "t", Json.of("[123456789]"), Instant.EPOCH, null)),
                new EventPart(new Event("s", 1, "iiii", "t", Json.NULL, Instant.EPOCH, null)),
                new EventPart(new Event("s", 1, "i", "tttt", Json.NULL, Instant.EPOCH, null)))) {
            SessionParts parts = new SessionParts("s", small);
            parts.check(new Bounds(1, 0, false));
            assertThatThrownBy(() -> parts.check(part))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("limit");
        }
    }

    private static void refused(String why, SessionPart... parts) {
        assertThatThrownBy(() -> check(parts))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("session \"s\"")
                .hasMessageContaining(why);
    }

    private static void check(SessionPart... parts) {
        SessionParts checks = new SessionParts("s", Limits.DEFAULTS);
        for (SessionPart part : parts) {
            checks.check(part);
        }
        checks.end();
    }

    private static EventPart event(long index) {
        return new EventPart(new Event("s", index, "id" + index, "t", Json.NULL, Instant.EPOCH, null));
    }

    private static HeadPart head(long index, Kind kind, State state, Dispatch dispatch, Pin... pins) {
        return part(index, kind, state, dispatch, null, pins);
    }

    private static HeadPart done(long index, String... returned) {
        Completion completion = new Completion(Instant.EPOCH, 1, List.of(returned));
        return part(index, Kind.LANE, State.DONE, Dispatch.NONE, completion);
    }

    private static HeadPart part(
            long index, Kind kind, State state, Dispatch dispatch, @Nullable Completion completion, Pin... pins) {
        return new HeadPart(new HeadRef("c", "l", index), kind, state, dispatch, List.of(pins), completion);
    }
}
