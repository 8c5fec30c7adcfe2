package dev.a2.store;

/** Names that belong to the engine. */
public final class Reserved {
    /** Begins all of them; a contract's names do not begin so. */
    public static final String PREFIX = "a2.";

    /** Type of the event that a clear appends (CLR-4); no caller may append it (VAL-6). */
    public static final String CLEAR_TYPE = "a2.clear";

    /** Type of the event that holds one to append later (RT-10). */
    public static final String TIMER_TYPE = "a2.timer";

    /** Consumer name of a contract's table of per-type handlers (RT-3). */
    public static final String HANDLERS = "a2.handlers";

    /** Consumer name of those who append what timers hold, when they are due (RT-10). */
    public static final String TIMERS = "a2.timers";

    private Reserved() {}
}
