package dev.a2.store.sql.sqlite;

import dev.a2.store.PresenceEntry;
import dev.a2.store.PresencePatch;
import dev.a2.store.sql.jdbc.Mapping;
import dev.a2.store.sql.jdbc.PresenceChanges;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Presence of all sessions. Each write draws a change number, by which others find out what was applied. */
final class PresenceTable {
    private final Link link;

    PresenceTable(Link link) {
        this.link = link;
    }

    List<PresenceEntry> of(String sessionId, @Nullable String participant) {
        Query query = participant == null
                ? link.query(Sql.PRESENCE_OF_SESSION)
                : link.query(Sql.PRESENCE_OF_PARTICIPANT).set("participant", participant);
        return query.set("session_id", sessionId).list(Mapping::presence);
    }

    void put(String sessionId, List<PresenceEntry> entries, String writer) {
        Long number = link.change(Sql.PRESENCE_NEXT_CHANGE).first(row -> row.number("change_number"));
        for (PresenceEntry entry : entries) {
            link.change(Sql.PRESENCE_PUT)
                    .set("session_id", sessionId)
                    .set("participant", entry.participant())
                    .set("field", entry.field())
                    .set("value", entry.value().text())
                    .set("seen", entry.seen())
                    .set("at_ms", entry.at().toEpochMilli())
                    .set("expires_ms", entry.expiresAt().toEpochMilli())
                    .set("change_number", number)
                    .set("writer", writer)
                    .run();
        }
    }

    void dropExpired(String sessionId, long nowMs) {
        link.change(Sql.PRESENCE_DROP_EXPIRED)
                .set("session_id", sessionId)
                .set("now_ms", nowMs)
                .run();
    }

    long newestChange() {
        Long number = link.query(Sql.PRESENCE_NEWEST_CHANGE).first(row -> row.number("change_number"));
        return number == null ? 0 : number;
    }

    /** What other writers applied since a change, each change as the patch that it was, as far as it still stands. */
    List<PresencePatch> changesSince(long change, String writer) {
        PresenceChanges changes = new PresenceChanges();
        link.query(Sql.PRESENCE_CHANGES_SINCE)
                .set("change_number", change)
                .set("writer", writer)
                .forEach(changes::add);
        return changes.patches();
    }
}
