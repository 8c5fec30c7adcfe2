package dev.a2.server.token;

/** A text is no session token that is good now. Its message says why, for a log; it holds nothing of the token itself. */
public final class InvalidTokenException extends Exception {
    private static final long serialVersionUID = 1L;

    InvalidTokenException(String message) {
        super(message);
    }
}
