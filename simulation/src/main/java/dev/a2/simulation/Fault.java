package dev.a2.simulation;

/** What can happen to one call on its way to the store and back. */
public enum Fault {
    /** The store says no, and nothing happened. */
    REFUSE,
    /** The request is lost: nothing happened, and the caller does not know. */
    LOSE_REQUEST,
    /** It took effect, and the caller does not know. */
    LOSE_REPLY,
    /** It takes effect after the caller gave up. */
    LATE,
    /** It takes effect twice; the caller sees the second answer. */
    TWICE,
    /** It takes long. */
    SLOW,
    /** A wake-up is lost. */
    DROP_WAKEUP,
    /** A wake-up comes twice, the second time late. */
    DOUBLE_WAKEUP,
    /** A wake-up comes late, behind later ones. */
    DELAY_WAKEUP,
    /** A wake-up comes that nobody sent. */
    INVENT_WAKEUP
}
