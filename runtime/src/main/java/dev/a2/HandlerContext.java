package dev.a2;

import dev.a2.store.Event;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a handler knows and may do during one attempt (RT-5).
 *
 * <p>Every write that goes through it is fenced: when somebody else took the event over, nothing is written. It belongs
 * to the attempt and does nothing useful after it.
 *
 * @param <E> the contract's events
 */
public interface HandlerContext<E> {
    /** The session's name. */
    String sessionId();

    /** The event's index. */
    long index();

    /** The event as it is stored: id, type, payload text, time and cause. */
    Event raw();

    /** The consumer that handles it. */
    String consumer();

    /** The lane that it is handled in; null for an event cursor, empty for a log consumer. */
    @Nullable String lane();

    /** The number of this attempt: 1, 2, 3, … */
    int attempt();

    /** How often it failed so far, lapsed claims included. */
    int failures();

    /** The same text on every attempt of this event for this consumer, and for nothing else: for calls to the outside. */
    String idempotencyKey();

    /**
     * A reducer's state as of the event, that event included; the same on every attempt, whatever happened since (I12).
     */
    <S> S state(Reducer<E, S> reducer);

    /**
     * Appends an event now, before the handler ends, once however often the handler runs.
     *
     * <p>The event of a later attempt with the same key must be the same; it is not appended again. If the attempt has
     * been taken over, this fails with SUPERSEDED_ATTEMPT.
     *
     * @param key tells this event from others that the handler emits for the same head
     * @throws dev.a2.store.StoreException SUPERSEDED_ATTEMPT, or PARTIAL_DUPLICATE_BATCH when an earlier attempt emitted
     *     something else under this key
     */
    <T extends E> Recorded<T> emit(String key, T event);

    /** Has an event appended at a time, exactly once, if and only if this attempt completes (RT-10). */
    void schedule(E event, Instant at);

    /** Has an event appended after a delay from the attempt's completion, if and only if this attempt completes (RT-10). */
    void schedule(E event, Duration delay);

    /**
     * Whether nobody waits for this attempt any more: it was superseded, ran out of time, the session was cleared or the
     * worker is shutting down. The handler's thread is interrupted, too.
     */
    boolean isCancelled();

    /** The handler's session. What is appended through it is not fenced: prefer returning and emitting events. */
    Session<E> session();

    /** Another session of the same contract. Derive the ids of what you append there from {@link #idempotencyKey}. */
    Session<E> session(String sessionId);
}
