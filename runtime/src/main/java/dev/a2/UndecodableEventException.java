package dev.a2;

import dev.a2.store.Event;
import org.jspecify.annotations.Nullable;

/**
 * A stored event's payload does not fit the class that its type stands for. A handler's attempt goes to the dead letters
 * at once; a state that needs the event cannot be read until an {@link Upcaster} or the class is mended.
 */
public final class UndecodableEventException extends NonRetryableException {
    private static final long serialVersionUID = 1L;

    /** Which event, and why. */
    public UndecodableEventException(Event event, @Nullable String why, Throwable cause) {
        super(
                "event " + event.index() + " of session " + event.sessionId() + " of type " + event.type()
                        + " cannot be read: " + why + "; add an upcaster or mend the class",
                cause);
    }
}
