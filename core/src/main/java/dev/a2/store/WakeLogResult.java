package dev.a2.store;

/**
 * Where a log cursor stands now.
 *
 * @param cursor idle at the marker, and not stored, when the session holds nothing to follow
 */
public record WakeLogResult(Cursor.LogCursor cursor, long frontier) {}
