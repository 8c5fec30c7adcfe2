package dev.a2.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some of the store's sessions.
 *
 * @param next where the next page starts, for {@link EventLog#sessions}; null at the end
 */
public record SessionPage(
        List<SessionBounds> sessions, @Nullable String next) {
    /** Copies the list. */
    public SessionPage {
        sessions = List.copyOf(sessions);
    }
}
