package dev.a2.store;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where one consumer stands in a session (CUR-1). */
public sealed interface Cursor {
    /** Whose cursor. */
    String consumer();

    /** Its lane; null for an event cursor. */
    @Nullable String lane();

    /** Index of the last event that it is done with; 0 at the beginning. */
    long position();

    /** Index of the event that it must handle next; null when idle. */
    @Nullable Long head();

    /** What happened to its head so far. */
    Dispatch dispatch();

    /** One event for one consumer. */
    record EventCursor(String consumer, long index, Dispatch dispatch) implements Cursor {
        @Override
        public @Nullable String lane() {
            return null;
        }

        @Override
        public long position() {
            return index - 1;
        }

        @Override
        public Long head() {
            return index;
        }
    }

    /** A strictly serial queue of one consumer. */
    record LaneCursor(
            String consumer,
            String lane,
            long position,
            @Nullable Long head,
            Dispatch dispatch) implements Cursor {}

    /**
     * Follows the log itself.
     *
     * @param types the types that it was last served with; null for all
     */
    record LogCursor(
            String consumer,
            String lane,
            long position,
            @Nullable Long head,
            @Nullable Set<String> types,
            Dispatch dispatch)
            implements Cursor {}
}
