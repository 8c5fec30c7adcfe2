package dev.a2;

import dev.a2.codec.Strings;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Stored events through the frontier as of the beginning, a page at a time. */
final class History extends Spliterators.AbstractSpliterator<Event> {
    private static final int PAGE = 500;

    private final SessionStore store;
    private final Patience patience;
    private final String sessionId;
    private final Queue<Event> page = new ArrayDeque<>();
    private @Nullable SessionBounds bounds;
    private long position;

    private History(SessionStore store, Patience patience, String sessionId, long afterIndex) {
        super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE);
        this.store = store;
        this.patience = patience;
        this.sessionId = sessionId;
        this.position = afterIndex;
    }

    static Stream<Event> of(SessionStore store, Patience patience, String sessionId, long afterIndex) {
        return StreamSupport.stream(new History(store, patience, sessionId, afterIndex), false);
    }

    @Override
    public boolean tryAdvance(Consumer<? super Event> action) {
        long frontier = begin().frontier();
        if (page.isEmpty() && position < frontier) {
            readOn(Math.min(frontier, position + PAGE));
        }
        Event next = page.poll();
        if (next == null) {
            return false;
        }
        action.accept(next);
        return true;
    }

    /** RD-2: what a clear ended meanwhile is missing, and a stream that has yielded events cannot begin anew. */
    private void readOn(long through) {
        page.addAll(patience.call(() -> store.read(sessionId, position, through)));
        Event first = page.peek();
        if (first == null || first.index() != position + 1) {
            throw new StoreException(
                    ErrorCode.SESSION_CLEARED,
                    "session " + Strings.quote(sessionId) + " was cleared while its history was read, after index "
                            + position + "; read it again");
        }
        position = through;
    }

    private SessionBounds begin() {
        SessionBounds known = bounds;
        if (known == null) {
            known = patience.call(() -> store.bounds(sessionId));
            bounds = known;
            position = Math.max(position, known.clearIndex() - 1);
        }
        return known;
    }
}
