package dev.a2;

import dev.a2.store.AttemptRef;
import dev.a2.store.HeadRef;
import dev.a2.store.RenewRequest;
import dev.a2.store.RenewResult;
import dev.a2.store.When;
import java.time.Duration;
import java.util.List;

/**
 * Keeps claims alive: one call per session at a third of their length, on timers that user code cannot hold up (RT-4). A
 * renewal that fails is tried again soon, and never ends the series. What the store reports as superseded is interrupted.
 */
final class Renewer {
    private final Dispatcher dispatcher;
    private final Duration ttl;
    private final Duration interval;
    private final Duration soon;

    Renewer(Dispatcher dispatcher, Duration ttl) {
        this.dispatcher = dispatcher;
        this.ttl = ttl;
        this.interval = ttl.dividedBy(3);
        this.soon = ttl.dividedBy(12);
    }

    /** Begins a session's series, if it has claims. Under the dispatcher's lock. */
    void watch(SessionWork session) {
        if (session.renewal == null && !session.attempts.isEmpty()) {
            later(session, interval);
        }
    }

    /** Ends a session's series. Under the dispatcher's lock. */
    void forget(SessionWork session) {
        if (session.renewal != null) {
            session.renewal.cancel();
            session.renewal = null;
        }
    }

    private void later(SessionWork session, Duration delay) {
        session.renewal = dispatcher.platform().after(delay, "a2 renew " + session.id, () -> {
            boolean renewed = renew(session);
            dispatcher.locked(() -> {
                session.renewal = null;
                if (!session.attempts.isEmpty()) {
                    later(session, renewed ? interval : soon);
                }
            });
        });
    }

    /** Renews what the session's attempts hold; whether the store answered. */
    boolean renew(SessionWork session) {
        List<Attempt> attempts = dispatcher.attempts(session);
        List<AttemptRef> claims = attempts.stream().map(attempt -> attempt.ref).toList();
        if (claims.isEmpty()) {
            return true;
        }
        RenewResult result;
        try {
            result = dispatcher
                    .store()
                    .renewClaims(new RenewRequest(session.id, dispatcher.holder(), claims, When.after(ttl)));
        } catch (Throwable e) {
            dispatcher.observer().storeFailed("renewing claims", e);
            return false;
        }
        for (Attempt attempt : attempts) {
            HeadRef head = attempt.ref.head();
            if (result.superseded().contains(head)) {
                attempt.cancel(Attempt.Cancellation.SUPERSEDED);
            }
        }
        return true;
    }
}
