package dev.a2.store;

import org.jspecify.annotations.Nullable;

/**
 * A consumer that the calling deployment runs.
 *
 * @param log how it follows the log; null for event and lane consumers
 */
public record ServedConsumer(String name, @Nullable LogOptions log) {
    /** Checks the name (VAL-1). */
    public ServedConsumer {
        Checks.name("consumer", name);
    }

    /** An event or lane consumer. */
    public static ServedConsumer of(String name) {
        return new ServedConsumer(name, null);
    }

    /** A log consumer. */
    public static ServedConsumer log(String name, LogOptions log) {
        return new ServedConsumer(name, log);
    }
}
