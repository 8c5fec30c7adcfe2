package dev.a2;

import dev.a2.store.AttemptRef;

/**
 * Hears what a worker does, for metrics, traces and logs. Called on the threads that do it, so it must be quick; what it
 * throws is logged and otherwise ignored.
 */
public interface A2Listener {
    /** An attempt's handler begins. */
    default void attemptStarted(String sessionId, AttemptRef attempt) {}

    /** An attempt is over: completed, failed, superseded or given back. */
    default void attemptEnded(String sessionId, AttemptRef attempt, Ending ending) {}

    /** An event became a dead letter: a handler failed for good, or workers died over it too often. */
    default void deadLettered(String sessionId, AttemptRef attempt, String error) {}

    /** The store failed a background call; it is repeated. */
    default void storeFailed(String what, Throwable error) {}

    /** How an attempt ended. */
    enum Ending {
        /** Its returned events are in the log. */
        COMPLETED,
        /** It will be tried again. */
        FAILED,
        /** It failed for good. */
        DEAD_LETTERED,
        /** Somebody else owns the event, or it is gone; nothing was written. */
        SUPERSEDED,
        /** The worker gave it back at its shutdown. */
        RELEASED
    }
}
