package dev.a2.store.redis;

import dev.a2.codec.Strings;
import dev.a2.store.AttemptRef;
import dev.a2.store.ErrorCode;
import dev.a2.store.HeadRef;
import dev.a2.store.StoreException;

/** Words for messages. */
final class Words {
    private Words() {}

    static String session(String sessionId) {
        return "session " + Strings.quote(sessionId);
    }

    static String head(String sessionId, HeadRef head) {
        return "the head at index " + head.index() + " of consumer " + Strings.quote(head.consumer())
                + (head.lane() == null ? "" : " in lane " + Strings.quote(head.lane())) + " in " + session(sessionId);
    }

    /** APP-7. */
    static StoreException superseded(String sessionId, AttemptRef cause) {
        return new StoreException(
                ErrorCode.SUPERSEDED_ATTEMPT,
                "attempt " + cause.attempt() + " of " + head(sessionId, cause.head())
                        + " does not own its head any more; stop handling it");
    }

    /** CMP-1, FAIL-1. */
    static StoreException beyond(String sessionId, long index, long frontier) {
        return StoreException.invalid(
                "index " + index + " lies beyond the frontier " + frontier + " of " + session(sessionId));
    }

    /** CLM-7. */
    static StoreException missing(String sessionId, long index) {
        return new StoreException(
                ErrorCode.STORE_UNAVAILABLE,
                "the event at index " + index + " of " + session(sessionId)
                        + " is missing; nothing was claimed, run verify on this session");
    }
}
