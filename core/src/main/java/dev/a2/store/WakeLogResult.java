package dev.a2.store;

import org.jspecify.annotations.Nullable;

/**
 * Where a log cursor stands now.
 *
 * @param cursor null when there is nothing in the session to follow
 */
public record WakeLogResult(Cursor.@Nullable LogCursor cursor, long frontier) {}
