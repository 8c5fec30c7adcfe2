package dev.a2.store;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A session's log: append and reads. Reading an unknown session yields nothing and creates nothing (RD-6). */
public interface EventLog {
    /** Most events of {@link #readTail} and {@link #readEvents} (RD-3, RD-4). */
    int PAGE = 256;

    /** Most events of {@link #readFeedPage} (RD-4). */
    int FEED_PAGE = 1_000;

    /**
     * Appends a batch: whole or not at all, at consecutive indexes (APP-1 to APP-16).
     *
     * <p>Atomic with the fence of its causes and with the work that it gives rise to. Repeatable when every event has an
     * id: a batch that is stored already is returned, and nothing is written. A failed call leaves nothing behind. Cost
     * grows with the batch, not with the session. The wake-up follows the write and never delays it beyond a short bound.
     *
     * @throws StoreException PARTIAL_DUPLICATE_BATCH, SESSION_CLEARED, CONFLICT or SUPERSEDED_ATTEMPT, checked in this
     *     order (APP-8); INVALID_ARGUMENT for a size above the limits
     */
    AppendResult append(AppendRequest request);

    /**
     * The events after one index and through another, with causes (RD-1, RD-2); the range is frozen when the call
     * starts. Cost and memory grow with the range.
     *
     * @param throughIndex null: to the frontier
     * @throws StoreException STORE_UNAVAILABLE when an event inside the range is missing, or a clear raced the read twice
     */
    List<Event> read(String sessionId, long afterIndex, @Nullable Long throughIndex);

    /** As {@link #read}, without causes. */
    List<Event> readHistory(String sessionId, long afterIndex, @Nullable Long throughIndex);

    /**
     * The events from {@code fromIndex} to the end in one page, without causes, or nothing when they do not fit in one
     * page or {@code fromIndex} lies below the marker (RD-3).
     */
    Optional<List<Event>> readTail(String sessionId, long fromIndex, @Nullable Long throughIndex);

    /** The next {@value #PAGE} events after an index, without causes, never from before the marker (RD-4). */
    List<Event> readEvents(String sessionId, long afterIndex);

    /** The next {@value #FEED_PAGE} events after an index, without causes, never from before the marker (RD-4). */
    List<Event> readFeedPage(String sessionId, long afterIndex);

    /** Index of the latest clear marker; 0 if none (RD-5). */
    long clearIndex(String sessionId);

    /** Frontier and marker as of one moment (RD-7). */
    SessionBounds bounds(String sessionId);

    /**
     * A page of the store's sessions, in an order of the store's own that stays the same from page to page; sessions
     * that come into being meanwhile may be missed (RD-8).
     *
     * @param from {@link SessionPage#next} of the page before; null for the first
     * @param limit most sessions in the page
     */
    SessionPage sessions(@Nullable String from, int limit);
}
