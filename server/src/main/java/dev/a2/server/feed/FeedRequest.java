package dev.a2.server.feed;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a client wants to be fed.
 *
 * @param cursor where it left off; null: it begins with the current lifetime
 * @param presence whether presence rides along
 * @param reducers whose states ride along
 * @param caller who asks, for limits
 * @param expiresAt when the caller's right ends; null: it does not
 */
public record FeedRequest(
        String sessionId,
        @Nullable Cursor cursor,
        boolean presence,
        List<String> reducers,
        String caller,
        @Nullable Instant expiresAt) {
    /** Copies the list. */
    public FeedRequest {
        reducers = List.copyOf(reducers);
    }

    /** Where a client left off. */
    public sealed interface Cursor {
        /** It has everything through this index. */
        record After(long index) implements Cursor {}

        /** It wants what comes from now on. */
        record Now() implements Cursor {}

        /** It came back with something that is no cursor. */
        record Malformed() implements Cursor {}
    }
}
