package dev.a2.store.kernel;

import dev.a2.store.AttemptRef;
import dev.a2.store.ErrorCode;
import dev.a2.store.StoreException;

/** APP-7: only a live attempt may write. */
final class Fence {
    private Fence() {}

    /** Refuses unless the attempt still owns its head; its claim's expiry is not looked at. */
    static void check(String sessionId, SessionRow session, AttemptRef cause, Have have) {
        HeadRow row = cause.index() <= session.marker() ? null : have.head(cause.head(), cause.attempt());
        if (row == null || row.state() != HeadState.LIVE || row.dispatch().attemptCount() != cause.attempt()) {
            throw new StoreException(
                    ErrorCode.SUPERSEDED_ATTEMPT,
                    "attempt " + cause.attempt() + " of " + Texts.head(sessionId, cause.head())
                            + " does not own its head any more; stop handling it");
        }
    }
}
