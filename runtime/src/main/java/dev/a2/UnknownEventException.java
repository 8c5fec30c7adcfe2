package dev.a2;

import dev.a2.store.Event;

/**
 * This deployment cannot handle an event that waits for one of its consumers: it does not know the type, or has no handler
 * for it. Another one may, so the head is left to it (RT-13).
 */
final class UnknownEventException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What cannot be handled here: an event, or one that a timer holds. */
    UnknownEventException(String consumer, Event event, String type) {
        super(
                "consumer " + consumer + " of this deployment has no handler for type " + type + "; event "
                        + event.index() + " of session " + event.sessionId() + " is left to another deployment",
                null,
                false,
                false);
    }
}
