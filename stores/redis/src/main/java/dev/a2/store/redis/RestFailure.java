package dev.a2.store.redis;

import dev.a2.store.ErrorCode;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import org.jspecify.annotations.Nullable;

/** Stands in the place of a reply: what became of a request that no command answered. */
final class RestFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final Effect effect;

    private RestFailure(ErrorCode code, Effect effect, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
        this.effect = effect;
    }

    /** Nothing was carried out, and may be later. */
    static RestFailure later(String message, @Nullable Throwable cause) {
        return new RestFailure(ErrorCode.STORE_UNAVAILABLE, Effect.NOT_APPLIED, message, cause);
    }

    /** Nothing was carried out, nor ever will. */
    static RestFailure never(String message) {
        return new RestFailure(ErrorCode.STORE_NOT_CONFIGURED, Effect.NOT_APPLIED, message, null);
    }

    /** What answered is not what we take it for. */
    static RestFailure stranger(String message) {
        return new RestFailure(ErrorCode.STORE_NOT_CONFIGURED, Effect.UNKNOWN, message, null);
    }

    /** The request was not sent, as its size is over the limit. */
    static RestFailure tooLarge(long bytes, int limit) {
        return new RestFailure(
                ErrorCode.INVALID_ARGUMENT,
                Effect.NOT_APPLIED,
                "it takes a request of " + bytes + " bytes, over the limit of " + limit
                        + "; append in smaller parts, or raise request-bytes if the server's plan takes more",
                null);
    }

    StoreException of(Command command) {
        String objection = Tls.objection(getCause());
        if (objection != null) {
            return Failures.notSent(String.valueOf(getMessage()), getCause());
        }
        return new StoreException(code, effect, command + " failed: " + getMessage(), this);
    }
}
