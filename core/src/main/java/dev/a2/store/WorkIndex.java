package dev.a2.store;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which sessions may have work, for whom and when (WRK). It finds work again after a crash, at a cost that grows with the
 * sessions that have work. Losing it loses no work: {@link #refreshWork} on every session rebuilds it.
 */
public interface WorkIndex {
    /** How many parts the index has; each can be polled by itself. Fixed per storage. */
    int workShards();

    /**
     * The marks that are due, earliest first; their due time moves on by the lease, so that others look elsewhere
     * meanwhile (WRK-2). A taker that dies leaves them due again when the lease ends.
     */
    TakeWorkResult takeWork(TakeWorkRequest request);

    /**
     * Brings a session's marks in line with its heads: a consumer without live head loses its mark, any other is due when
     * its next head becomes free (WRK-3). Never loses work that is appended at the same time. Repeatable.
     */
    void refreshWork(String sessionId, Set<String> consumers);

    /**
     * The marks of sessions that may have work, by session, without taking them (WRK-4).
     *
     * @param from the last session id of the page before; null for the first page
     * @param limit most marks in the page, which never splits a session
     */
    List<WorkMark> listWork(@Nullable String from, int limit);

    /** Runs now and then when work may have come up, in this process or another; only a hint, as {@link Wakeups}. */
    Subscription subscribeWork(Runnable listener);
}
