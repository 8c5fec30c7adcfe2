package dev.a2.store.kernel;

/**
 * A session's own row.
 *
 * @param frontier index of the newest event, 0 without events
 * @param marker index of the latest clear marker, 0 if none
 */
public record SessionRow(long frontier, long marker) {
    /** A session that nobody has written to. */
    public static final SessionRow NONE = new SessionRow(0, 0);
}
