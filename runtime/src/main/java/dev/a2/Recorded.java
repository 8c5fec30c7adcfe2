package dev.a2;

import dev.a2.store.Event;
import java.time.Instant;

/**
 * An event with where it stands in its session's log.
 *
 * @param event the object
 * @param raw as it is stored
 */
public record Recorded<E>(E event, Event raw) {
    /** Its index. */
    public long index() {
        return raw.index();
    }

    /** Its id. */
    public String id() {
        return raw.id();
    }

    /** When it was appended, by the store's clock. */
    public Instant createdAt() {
        return raw.createdAt();
    }
}
