package dev.a2;

/** Thrown by a handler for which no further try makes sense: its event goes to the dead letters at once (RT-6). */
public class NonRetryableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What is wrong for good. */
    public NonRetryableException(String message) {
        super(message);
    }

    /** What is wrong for good, and what showed it. */
    public NonRetryableException(String message, Throwable cause) {
        super(message, cause);
    }
}
