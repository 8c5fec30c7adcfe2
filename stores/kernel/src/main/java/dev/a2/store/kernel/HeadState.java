package dev.a2.store.kernel;

/** What a head row's event is to its cursor. */
public enum HeadState {
    /** Waits in its lane behind the head. */
    QUEUED,
    /** The cursor's head, free, on hold or claimed. */
    LIVE,
    /** The cursor's head, dead-lettered. */
    DEAD,
    /** Completed or skipped; kept so that a repeated completion finds its record (CMP-2). */
    DONE
}
