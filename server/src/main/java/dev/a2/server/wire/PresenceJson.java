package dev.a2.server.wire;

import dev.a2.codec.JsonLine;
import dev.a2.store.PresenceEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/** Presence on the wire. */
public final class PresenceJson {
    private PresenceJson() {}

    /** Who is there, by participant and field, so that the same people are always the same text. */
    public static String entries(List<PresenceEntry> entries, Instant now) {
        List<PresenceEntry> sorted = entries.stream()
                .sorted(Comparator.comparing(PresenceEntry::participant).thenComparing(PresenceEntry::field))
                .toList();
        return new JsonLine()
                .array("entries", sorted, entry -> entry(entry, now))
                .toString();
    }

    private static String entry(PresenceEntry entry, Instant now) {
        return new JsonLine()
                .text("participant", entry.participant())
                .text("field", entry.field())
                .json("value", entry.value())
                .number("seen", entry.seen())
                .text("at", Times.text(entry.at()))
                .number(
                        "expiresInMs",
                        Math.max(0, Duration.between(now, entry.expiresAt()).toMillis()))
                .toString();
    }
}
