package dev.a2.store.sql.jdbc;

import dev.a2.codec.Json;
import dev.a2.store.AttemptRef;
import dev.a2.store.Dispatch;
import dev.a2.store.Event;
import dev.a2.store.PresenceEntry;
import dev.a2.store.WorkMark;
import dev.a2.store.kernel.ClaimScan;
import dev.a2.store.kernel.Completion;
import dev.a2.store.kernel.CursorKind;
import dev.a2.store.kernel.CursorRow;
import dev.a2.store.kernel.HeadKey;
import dev.a2.store.kernel.HeadRow;
import dev.a2.store.kernel.HeadState;
import dev.a2.store.kernel.LaneKey;
import dev.a2.store.kernel.SnapshotRef;
import dev.a2.store.kernel.SnapshotRow;
import java.time.Instant;
import java.util.LinkedHashSet;
import org.jspecify.annotations.Nullable;

/** How rows of the tables, which have the same columns in all databases, read as what the rules work with. */
public final class Mapping {
    private Mapping() {}

    /** How a cursor's kind is written. */
    public static String tag(CursorKind kind) {
        return Character.toString(kind.tag());
    }

    /** A time as it is written. */
    public static @Nullable Long ms(@Nullable Instant time) {
        return time == null ? null : Long.valueOf(time.toEpochMilli());
    }

    /** A number as it is written. */
    public static @Nullable Long number(@Nullable Integer count) {
        return count == null ? null : Long.valueOf(count);
    }

    private static @Nullable Instant instant(Row row, String column) {
        Long ms = row.numberOrNull(column);
        return ms == null ? null : Instant.ofEpochMilli(ms);
    }

    /** An event. */
    public static Event event(Row row, String sessionId) {
        String consumer = row.textOrNull("cause_consumer");
        AttemptRef cause = consumer == null
                ? null
                : new AttemptRef(
                        consumer, row.textOrNull("cause_lane"), row.number("cause_index"), row.count("cause_attempt"));
        return new Event(
                sessionId,
                row.number("event_index"),
                row.text("event_id"),
                row.text("type"),
                Json.trusted(row.text("payload")),
                Instant.ofEpochMilli(row.number("created_at_ms")),
                cause);
    }

    /** An event's columns in a row that may hold others too; null if they are empty. */
    public static @Nullable Event eventIfThere(Row row, String sessionId) {
        return row.textOrNull("event_id") == null ? null : event(row, sessionId);
    }

    /** A head. */
    public static HeadRow head(Row row) {
        Long completedAtMs = row.numberOrNull("completed_at_ms");
        Completion completion = completedAtMs == null
                ? null
                : new Completion(
                        completedAtMs, row.countOrNull("completed_attempt"), NameLists.read(row.text("returned_ids")));
        return new HeadRow(
                new HeadKey(
                        row.text("consumer"),
                        CursorKind.of(row.text("kind").charAt(0)),
                        row.text("lane"),
                        row.number("event_index")),
                HeadState.valueOf(row.text("state")),
                new Dispatch(
                        instant(row, "first_claimed_ms"),
                        instant(row, "last_claimed_ms"),
                        row.count("attempt"),
                        row.textOrNull("claim_holder"),
                        instant(row, "claim_expires_ms"),
                        row.count("failure_count"),
                        instant(row, "last_failed_ms"),
                        row.countOrNull("last_failed_attempt"),
                        row.textOrNull("last_error"),
                        instant(row, "dead_since_ms")),
                NameLists.readPins(row.textOrNull("pins")),
                completion);
    }

    /** A head with its event, if that is there. */
    public static ClaimScan.Row headWithEvent(Row row, String sessionId) {
        return new ClaimScan.Row(head(row), eventIfThere(row, sessionId));
    }

    /** A lane or log cursor. */
    public static CursorRow cursor(Row row) {
        String types = row.textOrNull("types");
        return new CursorRow(
                CursorKind.of(row.text("kind").charAt(0)),
                new LaneKey(row.text("consumer"), row.text("lane")),
                row.number("position"),
                row.numberOrNull("head"),
                types == null ? null : new LinkedHashSet<>(NameLists.read(types)));
    }

    /** A snapshot. */
    public static SnapshotRow snapshot(Row row) {
        return snapshot(row, Json.trusted(row.text("state")));
    }

    /** A snapshot whose state was not read. */
    public static SnapshotRow snapshotWithoutState(Row row) {
        return snapshot(row, Json.NULL);
    }

    private static SnapshotRow snapshot(Row row, Json state) {
        return new SnapshotRow(
                new SnapshotRef(row.text("reducer"), row.number("event_index")),
                state,
                row.number("latest") == 1,
                row.count("pins"));
    }

    /** A presence value. */
    public static PresenceEntry presence(Row row) {
        return new PresenceEntry(
                row.text("participant"),
                row.text("field"),
                Json.trusted(row.text("value")),
                row.number("seen"),
                Instant.ofEpochMilli(row.number("at_ms")),
                Instant.ofEpochMilli(row.number("expires_ms")));
    }

    /** A work mark. */
    public static WorkMark mark(Row row) {
        return new WorkMark(row.text("session_id"), row.text("consumer"), Instant.ofEpochMilli(row.number("due_ms")));
    }
}
