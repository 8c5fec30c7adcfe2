package dev.a2.store;

import java.util.UUID;

/** Where generated event ids come from. Safe for many threads. */
@FunctionalInterface
public interface IdSource {
    /** An id that was never given before. */
    String next();

    /** Random UUIDs. */
    static IdSource random() {
        return () -> UUID.randomUUID().toString();
    }
}
