package dev.a2;

/** A handler ran past its consumer's time limit; stands in the error text of the attempt. */
final class HandlerTimeoutException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    HandlerTimeoutException(String message) {
        super(message, null, false, false);
    }
}
