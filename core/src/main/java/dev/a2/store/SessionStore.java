package dev.a2.store;

/**
 * A store: the whole contract, gathered from small interfaces by what they are for.
 *
 * <p>Every operation on one session is one atomic step, ordered with all others of that session; sessions are
 * independent of each other. Any thread may call any method at any time. A call that fails with
 * {@link ErrorCode#STORE_UNAVAILABLE} has done all or nothing; {@link StoreException#effect} tells what is known, and
 * repeating the call with the same ids and attempt is always safe. No call waits without a limit.
 */
public interface SessionStore
        extends EventLog,
                WorkQueue,
                Snapshots,
                Lifetimes,
                Wakeups,
                Presence,
                WorkIndex,
                Verification,
                Transfer,
                AutoCloseable {
    /** Ends subscriptions and connections; what was acknowledged stays. Repeatable. */
    @Override
    void close();
}
