package dev.a2.cli;

import dev.a2.codec.JsonLine;
import dev.a2.store.Cursor;
import dev.a2.store.Dispatch;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What can be said of a cursor's head. */
final class Standing {
    private Standing() {}

    static String kind(Cursor cursor) {
        return switch (cursor) {
            case Cursor.EventCursor event -> "event";
            case Cursor.LaneCursor lane -> "lane";
            case Cursor.LogCursor log -> "log";
        };
    }

    static Out.Style style(Cursor cursor, Instant now) {
        Dispatch head = cursor.dispatch();
        if (cursor.head() == null) {
            return Out.Style.DIM;
        }
        if (head.failedAt() != null) {
            return Out.Style.RED;
        }
        return head.claimHolder() != null && isAhead(head.claimExpiresAt(), now) ? Out.Style.GREEN : Out.Style.YELLOW;
    }

    /** Who has the head, for how long, and how often it failed. */
    static String describe(Cursor cursor, Instant now) {
        if (cursor.head() == null) {
            return "idle";
        }
        Dispatch head = cursor.dispatch();
        String failures = head.failureCount() == 0 ? "" : ", " + Words.count(head.failureCount(), "failure");
        if (head.failedAt() != null) {
            return "dead since " + Words.time(head.failedAt()) + failures;
        }
        Instant expiry = head.claimExpiresAt();
        if (head.claimHolder() != null && expiry != null) {
            String holder = "attempt " + head.attemptCount() + " by " + Words.name(head.claimHolder());
            String length = Words.duration(Duration.between(now, expiry));
            return holder + (isAhead(expiry, now) ? ", " + length + " left" : ", lapsed " + length + " ago") + failures;
        }
        if (isAhead(expiry, now) && expiry != null) {
            return "on hold for " + Words.duration(Duration.between(now, expiry)) + failures;
        }
        return "free" + failures;
    }

    private static boolean isAhead(@Nullable Instant time, Instant now) {
        return time != null && time.isAfter(now);
    }

    static JsonLine json(JsonLine line, Dispatch head) {
        return line.time("firstClaimedAtMs", head.firstClaimedAt())
                .time("lastClaimedAtMs", head.lastClaimedAt())
                .number("attemptCount", head.attemptCount())
                .text("claimHolder", head.claimHolder())
                .time("claimExpiresAtMs", head.claimExpiresAt())
                .number("failureCount", head.failureCount())
                .time("lastFailedAtMs", head.lastFailedAt())
                .number("lastFailedAttempt", head.lastFailedAttempt())
                .text("lastError", head.lastError())
                .time("failedAtMs", head.failedAt());
    }
}
