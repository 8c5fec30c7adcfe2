package dev.a2.store;

import java.util.function.Consumer;

/** Whole sessions, out of one store and into another, so that they behave there as they did here (TRF). */
public interface Transfer {
    /**
     * Hands out a session piece by piece, as of one moment at the call's beginning (TRF-1 to TRF-3); nothing for a session
     * without events. Changes nothing. Events are read in pages, the rest at once: memory grows with the session's heads,
     * not with its payloads.
     *
     * @param sink called on this thread, never under a lock of the store's; what it got is worthless if this call fails
     * @throws StoreException STORE_UNAVAILABLE when a clear and its reclaim took events away meanwhile: export again
     */
    void exportSession(String sessionId, Consumer<? super SessionPart> sink);

    /**
     * Stores a session that {@link #exportSession} handed out, in one atomic step: all of it or nothing (TRF-4 to TRF-6).
     * Readers, workers and listeners find it afterwards. Not repeatable: the second time the session has events. While a
     * store is busy with it, other writes may wait. Memory grows as for an export.
     *
     * @param parts gives the same pieces each time it is iterated, which may happen more than once; what it throws, this
     *     throws
     * @throws StoreException INVALID_ARGUMENT when the session has events already, when the pieces are not a whole and
     *     sound session, or when one is above the limits
     */
    void importSession(String sessionId, Iterable<? extends SessionPart> parts);
}
