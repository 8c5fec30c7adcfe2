package dev.a2.codec;

/** A value could not be written as JSON, or JSON could not be read as the wanted type. */
public final class CodecException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What was to be done with which type, and why it failed. */
    public CodecException(String message, Throwable cause) {
        super(message, cause);
    }
}
