package dev.a2.codec;

import org.jspecify.annotations.Nullable;

/** A text that should be a JSON value is none, or one that no store accepts (VAL-5). */
public final class InvalidJsonException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** What is wrong with the text, and the parser's own complaint where there is one. */
    public InvalidJsonException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
