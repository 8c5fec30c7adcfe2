package dev.a2;

import dev.a2.store.Event;

/**
 * This deployment cannot handle an event that waits for one of its consumers. Another one may, so the attempt fails as
 * any other and is tried again.
 */
final class UnknownEventException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownEventException(String consumer, Event event) {
        super(
                "consumer " + consumer + " of this deployment does not know what to do with event " + event.index()
                        + " of type " + event.type()
                        + (event.type().equals(Timers.TYPE) ? ", which holds " + event.payload() : ""),
                null,
                false,
                false);
    }
}
