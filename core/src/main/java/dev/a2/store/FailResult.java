package dev.a2.store;

/** How a failure was recorded, with the head's failures so far. */
public record FailResult(Outcome outcome, int failureCount) {
    /** What became of the head. */
    public enum Outcome {
        /** It will be tried again. */
        FAILED,
        /** It is a dead letter. */
        DEAD_LETTERED,
        /** The attempt did not own it any more; nothing was written. */
        SUPERSEDED
    }
}
