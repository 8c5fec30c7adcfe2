package dev.a2;

import dev.a2.A2Listener.Ending;
import dev.a2.store.AttemptRef;

/** Tells the application's listener what happens, and survives it (F37). */
final class Observer {
    private static final System.Logger LOG = System.getLogger(A2.class.getName());

    private final A2Listener listener;

    Observer(A2Listener listener) {
        this.listener = listener;
    }

    void attemptStarted(String sessionId, AttemptRef attempt) {
        tell(() -> listener.attemptStarted(sessionId, attempt));
    }

    void attemptEnded(String sessionId, AttemptRef attempt, Ending ending) {
        tell(() -> listener.attemptEnded(sessionId, attempt, ending));
    }

    void deadLettered(String sessionId, AttemptRef attempt, String error) {
        LOG.log(
                System.Logger.Level.WARNING,
                "event {0} of session {1} became a dead letter of consumer {2} at attempt {3}",
                Long.toString(attempt.index()),
                sessionId,
                attempt.consumer(),
                attempt.attempt());
        tell(() -> listener.deadLettered(sessionId, attempt, error));
    }

    void storeFailed(String what, Throwable error) {
        LOG.log(System.Logger.Level.DEBUG, what + " failed and will be repeated", error);
        tell(() -> listener.storeFailed(what, error));
    }

    private static void tell(Runnable call) {
        try {
            call.run();
        } catch (Throwable e) {
            LOG.log(System.Logger.Level.WARNING, "a listener threw", e);
        }
    }
}
