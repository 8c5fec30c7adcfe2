package dev.a2.store;

import org.jspecify.annotations.Nullable;

/** A store's refusal or failure: a code, and a message that opens with it and names session, index and what to do. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What is known about a failed call's effect. */
    public enum Effect {
        /** Nothing was written. */
        NOT_APPLIED,
        /** The call may have been carried out whole, or not at all. */
        UNKNOWN
    }

    private final ErrorCode code;
    private final Effect effect;

    /** A refusal: nothing was written. */
    public StoreException(ErrorCode code, String message) {
        this(code, Effect.NOT_APPLIED, message, null);
    }

    /** A failure with what is known about its effect. */
    public StoreException(ErrorCode code, Effect effect, String message, @Nullable Throwable cause) {
        super(code + ": " + message, cause);
        this.code = code;
        this.effect = effect;
    }

    /** An {@link ErrorCode#INVALID_ARGUMENT}. */
    public static StoreException invalid(String message) {
        return new StoreException(ErrorCode.INVALID_ARGUMENT, message);
    }

    /** The contract's code. */
    public ErrorCode code() {
        return code;
    }

    /** Whether the call may have taken effect. */
    public Effect effect() {
        return effect;
    }
}
