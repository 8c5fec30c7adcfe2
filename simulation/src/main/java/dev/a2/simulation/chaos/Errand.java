package dev.a2.simulation.chaos;

/** The events of the application that a fleet runs. */
sealed interface Errand {
    /** Its number. */
    int n();

    /** What clients append; everything else follows from it. */
    record Asked(int n, String lane) implements Errand {}

    /** Emitted by the handler of {@link Asked}, before it ends. */
    record Noted(int n) implements Errand {}

    /** Returned by the handler of {@link Asked}. */
    record Answered(int n) implements Errand {}

    /** Scheduled by the handler of {@link Asked}. */
    record Rang(int n) implements Errand {}

    /** Returned by the consumer that gives up soon. */
    record Touched(int n) implements Errand {}

    /** Returned by the lane: the sum of all numbers as of its event. */
    record Moved(int n, long sum) implements Errand {}

    /** Returned by the log consumer. */
    record Audited(int n) implements Errand {}
}
