package dev.a2;

import java.util.List;

/**
 * Reacts to an event, and answers with the events that follow from it.
 *
 * <p>It runs at least once per event; what it returns is appended exactly once, in the same atomic step that records the
 * event as handled (I6). Whatever else it does, it should do under {@link HandlerContext#idempotencyKey}. Throwing fails
 * the attempt, and the {@link RetryPolicy} decides what follows (RT-6).
 *
 * @param <E> the contract's events
 * @param <T> those that it reacts to
 */
@FunctionalInterface
public interface Handler<E, T extends E> {
    /** Handles one attempt. */
    List<? extends E> handle(T event, HandlerContext<E> context) throws Exception;
}
