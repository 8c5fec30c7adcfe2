package dev.a2.store.kernel;

import dev.a2.store.PresencePatch;
import dev.a2.store.SessionPage;
import dev.a2.store.TakeWorkRequest;
import dev.a2.store.TakeWorkResult;
import dev.a2.store.Wakeup;
import dev.a2.store.WorkMark;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a store provides to get the whole contract from {@link KernelStore}: rows, and a transaction per session.
 *
 * <p>Failures are thrown as {@link dev.a2.store.StoreException} with STORE_UNAVAILABLE and what is known of the effect.
 */
public interface RowStore extends AutoCloseable {
    /**
     * Runs work on one session alone: no other write to that session runs at the same time, in any process. What it saved
     * is durable when this returns; if it throws, nothing is. The work may run more than once and must not keep state.
     */
    <T extends @Nullable Object> T write(String sessionId, Function<SessionRows, T> work);

    /** Runs work that only reads, on the session as of one moment. */
    <T extends @Nullable Object> T read(String sessionId, Function<SessionRows, T> work);

    /**
     * As {@link #read}, for work that asks for the session's own row and then for nothing, or for one thing and then for the
     * row: a store may answer both at once.
     */
    default <T extends @Nullable Object> T glance(String sessionId, Function<SessionRows, T> work) {
        return read(sessionId, work);
    }

    /** Sessions that have events (RD-8). */
    SessionPage sessions(@Nullable String from, int limit);

    /** The work index's parts (WRK). */
    int workShards();

    /** Takes due marks (WRK-2). */
    TakeWorkResult takeWork(TakeWorkRequest request);

    /** All marks, by session (WRK-4). */
    List<WorkMark> listWork(@Nullable String from, int limit);

    /** Called once, before anything else: where to report what other handles and processes did to this storage. */
    void connect(Signals signals);

    /** Tells other handles and processes of a wake-up; nothing to do where they find out by themselves. */
    default void announce(Wakeup wakeup) {}

    /** Tells other handles and processes of applied presence. */
    default void announce(PresencePatch patch) {}

    @Override
    void close();
}
