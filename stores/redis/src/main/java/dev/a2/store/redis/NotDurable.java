package dev.a2.store.redis;

import org.jspecify.annotations.Nullable;

/** Stands for the reply to a write that the server carried out, and that was not confirmed as asked for. */
final class NotDurable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotDurable(Durability durability, @Nullable Object confirmed) {
        super(
                "it was not confirmed in time as durability=" + durability + " demands; the server said "
                        + (confirmed instanceof RuntimeException error
                                ? error.getMessage()
                                : String.valueOf(confirmed)),
                null,
                false,
                false);
    }
}
