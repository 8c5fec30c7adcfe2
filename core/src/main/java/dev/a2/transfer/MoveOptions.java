package dev.a2.transfer;

import java.time.Duration;

/**
 * How sessions are moved.
 *
 * @param patience how long to wait for attempts that others are at, and for a moment in which nobody appends
 * @param supersede whether attempts that are still running then are cut off, and run again where the session goes
 */
public record MoveOptions(Duration patience, boolean supersede) {
    /** Waits for half a minute and cuts nothing off. */
    public static final MoveOptions DEFAULTS = new MoveOptions(Duration.ofSeconds(30), false);

    /** Checks the time. */
    public MoveOptions {
        if (patience.isNegative()) {
            throw new IllegalArgumentException("a time to wait is not negative");
        }
    }

    /** The same, waiting so long. */
    public MoveOptions patience(Duration patience) {
        return new MoveOptions(patience, supersede);
    }

    /** The same, cutting off what still runs, or not. */
    public MoveOptions supersede(boolean supersede) {
        return new MoveOptions(patience, supersede);
    }
}
