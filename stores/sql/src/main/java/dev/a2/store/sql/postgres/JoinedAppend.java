package dev.a2.store.sql.postgres;

import dev.a2.store.AppendResult;

/**
 * An append within a transaction of the caller's.
 *
 * @see PostgresStore#append
 */
public final class JoinedAppend {
    private final AppendResult result;
    private final Runnable announcement;

    JoinedAppend(AppendResult result, Runnable announcement) {
        this.result = result;
        this.announcement = announcement;
    }

    /** What was appended, true once the transaction is committed. */
    public AppendResult result() {
        return result;
    }

    /** Wakes workers and feeds, here and elsewhere. Call it once the transaction is committed; never fails. */
    public void committed() {
        announcement.run();
    }
}
