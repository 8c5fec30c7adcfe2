package dev.a2.replay;

import dev.a2.codec.Json;
import dev.a2.store.AppendResult;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimResult;
import dev.a2.store.ClearResult;
import dev.a2.store.CompleteResult;
import dev.a2.store.Cursor;
import dev.a2.store.Dispatch;
import dev.a2.store.Event;
import dev.a2.store.FailResult;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import dev.a2.store.PresenceEntry;
import dev.a2.store.PresencePatch;
import dev.a2.store.ReclaimResult;
import dev.a2.store.RedriveResult;
import dev.a2.store.RenewResult;
import dev.a2.store.Snapshot;
import dev.a2.store.StateRead;
import dev.a2.store.WakeLogResult;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A store's results as the JSON that traces record. */
final class Answers {
    static final String NOTHING = "null";

    private Answers() {}

    static String append(AppendResult result) {
        return new Members()
                .raw("events", events(result.events()))
                .flag("hasPending", result.hasPending())
                .end();
    }

    static String events(List<Event> events) {
        return Members.array(events, event -> event(event).end());
    }

    static String feedPage(List<Event> events) {
        return Members.array(
                events,
                event -> new Members()
                        .text("id", event.id())
                        .text("type", event.type())
                        .text("payloadJson", event.payload().text())
                        .number("index", event.index())
                        .time("createdAtMs", event.createdAt())
                        .end());
    }

    static String claim(ClaimResult result) {
        return switch (result) {
            case ClaimResult.Claimed claimed ->
                new Members()
                        .text("outcome", "claimed")
                        .raw(
                                "events",
                                Members.array(
                                        claimed.heads(),
                                        head -> head(head)
                                                .number("clearIndex", orAbsent(claimed.clearIndex()))
                                                .end()))
                        .number("head", claimed.frontier())
                        .end();
            case ClaimResult.Busy busy ->
                new Members()
                        .text("outcome", "busy")
                        .time("retryAt", busy.retryAt())
                        .end();
            case ClaimResult.Settled settled ->
                new Members().text("outcome", "settled").end();
        };
    }

    static String renew(RenewResult result) {
        return new Members()
                .raw("renewed", Members.array(result.renewed(), Answers::ref))
                .raw("superseded", Members.array(result.superseded(), Answers::ref))
                .end();
    }

    static String complete(CompleteResult result) {
        return switch (result) {
            case CompleteResult.Completed completed ->
                new Members()
                        .text("outcome", "completed")
                        .raw("events", events(completed.events()))
                        .end();
            case CompleteResult.Superseded superseded ->
                new Members().text("outcome", "superseded").end();
        };
    }

    static String fail(FailResult result) {
        return new Members()
                .text("outcome", result.outcome().name().toLowerCase(Locale.ROOT))
                .number("failureCount", result.failureCount())
                .end();
    }

    static String heads(List<Head> heads) {
        return Members.array(heads, head -> head(head).end());
    }

    static String redrive(RedriveResult result) {
        return new Members()
                .flag("redriven", result.redriven())
                .flag("hasPending", result.hasPending())
                .end();
    }

    static String cursors(List<Cursor> cursors) {
        return Members.array(cursors, Answers::cursor);
    }

    static String wakeLog(WakeLogResult result) {
        Cursor cursor = result.cursor();
        return new Members()
                .raw("cursor", cursor == null ? null : cursor(cursor))
                .number("head", result.frontier())
                .end();
    }

    static String state(StateRead read) {
        Snapshot snapshot = read.snapshot();
        return new Members()
                .number("clearIndex", orAbsent(read.clearIndex()))
                .number("headIndex", read.latestIndex())
                .raw("snapshot", snapshot == null ? null : snapshot(snapshot))
                .raw("events", events(read.events()))
                .end();
    }

    static String clear(ClearResult result) {
        return new Members()
                .flag("cleared", result.cleared())
                .number("index", result.index())
                .number("clearIndex", result.clearIndex())
                .end();
    }

    static String reclaim(ReclaimResult result) {
        return new Members()
                .number("deleted", result.deleted())
                .flag("done", result.done())
                .end();
    }

    static String patch(PresencePatch patch) {
        Members values = new Members();
        for (Map.Entry<String, Json> value : patch.values().entrySet()) {
            values.raw(value.getKey(), value.getValue().text());
        }
        return new Members()
                .text("participant", patch.participant())
                .raw("values", values.end())
                .number("seen", patch.seen())
                .time("at", patch.at())
                .end();
    }

    /** Sorted, as a store promises no order. */
    static String presence(List<PresenceEntry> entries) {
        List<PresenceEntry> sorted = entries.stream()
                .sorted(Comparator.comparing(PresenceEntry::participant).thenComparing(PresenceEntry::field))
                .toList();
        return Members.array(
                sorted,
                entry -> new Members()
                        .text("participant", entry.participant())
                        .text("field", entry.field())
                        .raw("value", entry.value().text())
                        .number("seen", entry.seen())
                        .time("at", entry.at())
                        .time("expiresAt", entry.expiresAt())
                        .end());
    }

    private static String snapshot(Snapshot snapshot) {
        return new Members()
                .number("index", snapshot.index())
                .json("state", snapshot.state())
                .end();
    }

    private static String cursor(Cursor cursor) {
        Members members = new Members()
                .text("consumer", cursor.consumer())
                .text("lane", cursor.lane())
                .number("position", cursor.position())
                .number("head", cursor.head());
        return dispatch(members, cursor.dispatch()).end();
    }

    private static Members head(Head head) {
        Members members = event(head.event()).text("consumer", head.consumer()).text("lane", head.lane());
        return dispatch(members, head.dispatch());
    }

    private static Members event(Event event) {
        AttemptRef cause = event.cause();
        return new Members()
                .text("id", event.id())
                .text("type", event.type())
                .json("payload", event.payload())
                .number("index", event.index())
                .time("createdAt", event.createdAt())
                .raw("cause", cause == null ? null : cause(cause));
    }

    private static String cause(AttemptRef cause) {
        return new Members()
                .text("consumer", cause.consumer())
                .text("lane", cause.lane())
                .number("index", cause.index())
                .number("attempt", cause.attempt())
                .end();
    }

    private static String ref(HeadRef ref) {
        return new Members()
                .text("consumer", ref.consumer())
                .text("lane", ref.lane())
                .number("index", ref.index())
                .end();
    }

    private static Members dispatch(Members members, Dispatch dispatch) {
        return members.time("firstClaimedAt", dispatch.firstClaimedAt())
                .time("lastClaimedAt", dispatch.lastClaimedAt())
                .number("attemptCount", dispatch.attemptCount())
                .text("claimHolder", dispatch.claimHolder())
                .time("claimExpiresAt", dispatch.claimExpiresAt())
                .number("failureCount", dispatch.failureCount())
                .time("lastFailedAt", dispatch.lastFailedAt())
                .number("lastFailedAttempt", dispatch.lastFailedAttempt())
                .text("lastError", dispatch.lastError())
                .time("failedAt", dispatch.failedAt());
    }

    private static @Nullable Long orAbsent(long clearIndex) {
        return clearIndex == 0 ? null : Long.valueOf(clearIndex);
    }
}
