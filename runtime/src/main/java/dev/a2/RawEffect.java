package dev.a2;

import dev.a2.store.Event;

/**
 * Takes every stored event as it is, also those of types that the contract does not know. Otherwise as {@link Effect}.
 *
 * @param <E> the contract's events
 */
@FunctionalInterface
public interface RawEffect<E> {
    /** Handles one attempt. */
    void handle(Event event, HandlerContext<E> context) throws Exception;
}
