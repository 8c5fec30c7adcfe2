package dev.a2;

/** Events that are to be appended later (RT-10). */
final class Timers {
    /** Type of the event that holds a scheduled one. */
    static final String TYPE = "a2.timer";

    /** The consumer whose heads are the scheduled events. */
    static final String CONSUMER = "a2.timers";

    private Timers() {}
}
