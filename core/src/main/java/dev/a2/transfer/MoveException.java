package dev.a2.transfer;

/** A session was not moved, or not to the end; the message says where it is and what to do. */
public final class MoveException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MoveException(String message) {
        super(message);
    }
}
