package dev.a2.tck.model;

import dev.a2.codec.Strings;
import dev.a2.store.ErrorCode;
import dev.a2.store.StoreException;

/** Makes the model's errors: each names its session. */
final class Refusal {
    private Refusal() {}

    static StoreException of(ErrorCode code, NaiveSession session, String what) {
        return new StoreException(code, "session " + Strings.quote(session.id) + ": " + what);
    }

    static StoreException beyondFrontier(NaiveSession session, long index) {
        return of(
                ErrorCode.INVALID_ARGUMENT,
                session,
                "index " + index + " lies beyond the frontier " + session.frontier + "; nothing can be done to it yet");
    }
}
