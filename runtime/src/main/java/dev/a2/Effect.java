package dev.a2;

/**
 * Reacts to an event with a deed alone; no events follow from it, unless it emits some. Otherwise as {@link Handler}.
 *
 * @param <E> the contract's events
 * @param <T> those that it reacts to
 */
@FunctionalInterface
public interface Effect<E, T extends E> {
    /** Handles one attempt. */
    void handle(T event, HandlerContext<E> context) throws Exception;
}
