package dev.a2.store.kernel;

import dev.a2.store.AttemptRef;
import dev.a2.store.Dispatch;
import dev.a2.store.FailRequest;
import dev.a2.store.FailResult;
import dev.a2.store.FailResult.Outcome;
import java.util.Objects;

/** FAIL: failAttempt. */
final class Failing {
    private Failing() {}

    static FailResult fail(SessionRows rows, FailRequest request) {
        AttemptRef attempt = request.attempt();
        Have have = rows.load(new Need().head(attempt.head()));
        SessionRow session = rows.session();
        Completing.checkIndex(request.sessionId(), session, attempt);
        if (attempt.index() <= session.marker()) {
            return new FailResult(Outcome.SUPERSEDED, 0);
        }
        HeadRow row = have.head(attempt.head(), attempt.attempt());
        if (row == null || row.state() == HeadState.DONE) {
            return new FailResult(Outcome.SUPERSEDED, 0);
        }
        Dispatch dispatch = row.dispatch();
        int failures = dispatch.failureCount();
        if (dispatch.attemptCount() != attempt.attempt()) {
            return new FailResult(Outcome.SUPERSEDED, failures);
        }
        boolean dead = row.state() == HeadState.DEAD;
        if (dead) {
            return new FailResult(Outcome.DEAD_LETTERED, failures);
        }
        if (dispatch.claimHolder() == null) {
            boolean repeat = Objects.equals(dispatch.lastFailedAttempt(), attempt.attempt());
            return new FailResult(repeat ? Outcome.FAILED : Outcome.SUPERSEDED, failures);
        }
        return write(rows, request, row);
    }

    /** FAIL-5. */
    private static FailResult write(SessionRows rows, FailRequest request, HeadRow row) {
        long nowMs = rows.nowMs();
        Long retryAtMs = request.retryAt() == null
                ? null
                : Long.valueOf(request.retryAt().toMs(nowMs));
        boolean dies = row.dispatch().failureCount() + 1 >= request.maxFailures();
        Dispatch failed = Dispatches.failed(row.dispatch(), request.error(), nowMs, retryAtMs, dies);
        Changes changes = new Changes();
        if (dies) {
            changes.unpin(row.pins());
            changes.head(row.dead(failed));
        } else {
            changes.head(row.with(failed));
            changes.mark(row.key().consumer(), retryAtMs == null ? nowMs : retryAtMs);
        }
        rows.save(changes);
        return new FailResult(dies ? Outcome.DEAD_LETTERED : Outcome.FAILED, failed.failureCount());
    }
}
