package dev.a2.store.sql.sqlite;

import org.jspecify.annotations.Nullable;

/**
 * The greatest event id of a file, as far as its writer knows. Most new ids are greater, because ids that are drawn grow
 * with time: such an id names nothing yet, and nobody needs to look. Used by the writer's leader alone.
 */
final class NewestId {
    private @Nullable String newest;

    /** Whether no event can have this id. */
    boolean isBefore(String id, Link link) {
        if (!isAscii(id)) {
            return false;
        }
        if (newest == null) {
            String found = link.query(Sql.EVENTS_NEWEST_ID).first(row -> row.textOrNull("event_id"));
            newest = found == null ? "" : found;
        }
        return newest.compareTo(id) < 0;
    }

    /** An event was written. */
    void wrote(String id) {
        if (newest != null && newest.compareTo(id) < 0) {
            newest = id;
        }
    }

    /** Others may have written, or a transaction was rolled back. */
    void forget() {
        newest = null;
    }

    /** The engine orders by UTF-8 and Java by UTF-16; about such an id they agree, whatever the other one is. */
    private static boolean isAscii(String id) {
        return id.chars().allMatch(c -> c < 0x80);
    }
}
