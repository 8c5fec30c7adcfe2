package dev.a2.transfer;

import org.jspecify.annotations.Nullable;

/** A file is not one of exported sessions, or not a whole one; the message names file and line. */
public final class FormatException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    FormatException(String message) {
        this(message, null);
    }

    FormatException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
