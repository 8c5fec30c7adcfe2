package dev.a2.server.work;

import dev.a2.DerivedIds;
import dev.a2.RetryPolicy;
import dev.a2.server.engine.Engine;
import dev.a2.store.AttemptRef;
import dev.a2.store.CompleteResult;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.FailRequest;
import dev.a2.store.FailResult;
import dev.a2.store.HeadRef;
import dev.a2.store.NewEvent;
import dev.a2.store.ReleaseRequest;
import dev.a2.store.RenewRequest;
import dev.a2.store.RenewResult;
import dev.a2.store.StoreException;
import dev.a2.store.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What workers elsewhere say of the attempts that they were handed. */
public final class Attempts {
    private final Engine engine;
    private final Lines lines;
    private final Marks marks;
    private final Reports reports;

    Attempts(Engine engine, Lines lines, Marks marks, Reports reports) {
        this.engine = engine;
        this.lines = lines;
        this.marks = marks;
        this.reports = reports;
    }

    /** Extends claims, by session. */
    public RenewResult renew(String session, String holder, List<AttemptRef> claims, Duration lease) {
        return engine.store().renewClaims(new RenewRequest(session, holder, claims, When.after(lease)));
    }

    /** Gives claims back, by session; others may have them at once. */
    public List<HeadRef> release(String session, String holder, List<AttemptRef> claims) {
        List<HeadRef> released = engine.store().releaseClaims(new ReleaseRequest(session, holder, claims));
        for (AttemptRef claim : claims) {
            if (released.contains(claim.head())) {
                reports.released();
                lines.hint(session, Set.of(claim.consumer()));
            }
        }
        return released;
    }

    /**
     * Ends an attempt. Events without id get one that follows from the attempt, so that a repeat repeats them.
     *
     * @throws StoreException SUPERSEDED_ATTEMPT, beside what a completion may throw
     */
    public List<Event> complete(String session, AttemptRef attempt, List<NewEvent> events) {
        CompleteResult result = engine.complete(session, attempt, named(session, attempt, events));
        if (!(result instanceof CompleteResult.Completed completed)) {
            throw superseded(session, attempt);
        }
        marks.soon(session, Set.of(attempt.consumer()));
        reports.completed();
        return completed.events();
    }

    private static List<NewEvent> named(String session, AttemptRef attempt, List<NewEvent> events) {
        List<NewEvent> named = new ArrayList<>(events.size());
        for (NewEvent event : events) {
            String id = event.id() != null ? event.id() : DerivedIds.returned(session, attempt, named.size());
            named.add(new NewEvent(id, event.type(), event.payload(), null, event.targets()));
        }
        return named;
    }

    /**
     * How an attempt failed.
     *
     * @param retryAfter nobody can claim the head before that; null: longer with each attempt
     * @param maxFailures so many make a dead letter
     */
    public record Failure(String error, @Nullable Duration retryAfter, int maxFailures) {}

    /**
     * Ends an attempt without success.
     *
     * @throws StoreException SUPERSEDED_ATTEMPT, beside what a failure may throw
     */
    public FailResult fail(String session, AttemptRef attempt, Failure failure) {
        Duration wait = failure.retryAfter() != null
                ? failure.retryAfter()
                : RetryPolicy.defaults()
                        .waitAfter(attempt.attempt(), engine.platform().random());
        FailResult result = engine.store()
                .failAttempt(new FailRequest(
                        session,
                        attempt,
                        failure.error(),
                        failure.maxFailures(),
                        wait.isZero() ? null : When.after(wait)));
        switch (result.outcome()) {
            case FAILED -> {
                reports.failed();
                lines.hintLater(session, Set.of(attempt.consumer()), wait);
            }
            case DEAD_LETTERED -> {
                marks.soon(session, Set.of(attempt.consumer()));
                reports.deadLettered(session, attempt);
            }
            case SUPERSEDED -> throw superseded(session, attempt);
        }
        return result;
    }

    private StoreException superseded(String session, AttemptRef attempt) {
        reports.superseded();
        return new StoreException(
                ErrorCode.SUPERSEDED_ATTEMPT,
                "attempt " + attempt.attempt() + " of event " + attempt.index() + " of session " + session
                        + " for consumer " + attempt.consumer()
                        + " no longer owns its head; nothing was written, drop what you have of it");
    }
}
