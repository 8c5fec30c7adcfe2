package dev.a2.store;

/** Names that belong to the engine. */
public final class Reserved {
    /** Type of the event that a clear appends (CLR-4); no caller may append it (VAL-6). */
    public static final String CLEAR_TYPE = "a2.clear";

    /** Consumer name of a contract's table of per-type handlers (RT-3). */
    public static final String HANDLERS = "a2.handlers";

    private Reserved() {}
}
