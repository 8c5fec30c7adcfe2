package dev.a2.server.wire;

import dev.a2.codec.JsonLine;
import dev.a2.store.Cursor;
import dev.a2.store.Dispatch;
import dev.a2.store.Head;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where consumers stand, on the wire. */
public final class WorkJson {
    private WorkJson() {}

    /** A cursor with what happened to its head. */
    public static String cursor(Cursor cursor) {
        String kind = switch (cursor) {
            case Cursor.EventCursor event -> "event";
            case Cursor.LaneCursor lane -> "lane";
            case Cursor.LogCursor log -> "log";
        };
        @Nullable Set<String> types = cursor instanceof Cursor.LogCursor log ? log.types() : null;
        WireLine line = new WireLine()
                .text("consumer", cursor.consumer())
                .text("kind", kind)
                .text("lane", cursor.lane())
                .number("position", cursor.position())
                .number("head", cursor.head())
                .texts("types", types);
        return dispatch(line, cursor.dispatch()).toString();
    }

    /** A dead letter with its event. */
    public static String deadLetter(Head head) {
        WireLine line = new WireLine()
                .text("consumer", head.consumer())
                .text("lane", head.lane())
                .raw("event", EventJson.of(head.event()));
        return dispatch(line, head.dispatch()).toString();
    }

    private static JsonLine dispatch(WireLine line, Dispatch dispatch) {
        return line.number("attemptCount", dispatch.attemptCount())
                .text("claimHolder", dispatch.claimHolder())
                .time("claimExpiresAt", dispatch.claimExpiresAt())
                .time("firstClaimedAt", dispatch.firstClaimedAt())
                .time("lastClaimedAt", dispatch.lastClaimedAt())
                .number("failureCount", dispatch.failureCount())
                .time("lastFailedAt", dispatch.lastFailedAt())
                .number("lastFailedAttempt", dispatch.lastFailedAttempt())
                .text("lastError", dispatch.lastError())
                .time("failedAt", dispatch.failedAt())
                .line();
    }
}
