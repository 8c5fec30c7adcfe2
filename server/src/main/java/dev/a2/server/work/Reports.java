package dev.a2.server.work;

import dev.a2.server.metrics.Metrics;
import dev.a2.store.AttemptRef;

/** Tells of what becomes of the attempts of workers elsewhere: numbers, and dead letters in the log. */
final class Reports {
    private static final System.Logger LOG = System.getLogger(Reports.class.getName());

    private final Metrics metrics;

    Reports(Metrics metrics) {
        this.metrics = metrics;
    }

    void claimed() {
        metrics.attempted("claimed");
    }

    void released() {
        metrics.attempted("released");
    }

    void completed() {
        metrics.attempted("completed");
    }

    void failed() {
        metrics.attempted("failed");
    }

    void superseded() {
        metrics.attempted("superseded");
    }

    void deadLettered(String session, AttemptRef attempt) {
        LOG.log(
                System.Logger.Level.WARNING,
                "event {0} of session {1} became a dead letter of consumer {2} at attempt {3}",
                Long.toString(attempt.index()),
                session,
                attempt.consumer(),
                attempt.attempt());
        metrics.attempted("dead_lettered");
    }
}
