package dev.a2.store;

/** Ends a session's lifetime and deletes what it left. */
public interface Lifetimes {
    /**
     * Appends the clear marker: everything below it is gone for every reader at once, and no attempt from before it can
     * write (CLR-1 to CLR-5). Repeatable when {@code ifLastIndex} is given. Cost does not grow with the session.
     *
     * @throws StoreException SUPERSEDED_ATTEMPT when the cause no longer owns its head
     */
    ClearResult clear(ClearRequest request);

    /**
     * Deletes one page of what lies below the latest marker (CLR-6, CLR-7). Call again until {@code done}; it can be
     * interrupted anywhere and called by several at once.
     */
    ReclaimResult reclaim(String sessionId);
}
