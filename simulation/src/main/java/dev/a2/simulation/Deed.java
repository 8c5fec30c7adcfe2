package dev.a2.simulation;

/** The events of the simulated application. */
sealed interface Deed {
    /** What clients append; everything else follows from it. */
    record Asked(int n, String lane) implements Deed {}

    /** Returned by the handler of {@link Asked}. */
    record Answered(int n) implements Deed {}

    /** Emitted by the handler of {@link Asked}, before it ends. */
    record Noted(int n) implements Deed {}

    /** Returned by the lane: the lane's sum as of its event. */
    record Moved(int n, String lane, long sum) implements Deed {}

    /** Returned by the log consumer. */
    record Audited(int n) implements Deed {}

    /** Scheduled by the handler of {@link Asked}. */
    record Rang(int n) implements Deed {}

    /** Returned by the consumer that gives up soon. */
    record Touched(int n) implements Deed {}
}
