package dev.a2.store;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Asks for whatever is free in a session (CLM).
 *
 * @param expiry when the claims lapse
 * @param exclude heads to leave out: an event cursor by its index, a lane or log cursor by its lane alone
 * @param maxFailures a lapsed takeover that reaches it dead-letters the head (CLM-4); null: never
 * @param through claims no head beyond this index
 * @param limit takes at most so many heads (CLM-8); null: all
 * @param resume also returns what this holder already holds (CLM-9)
 */
public record ClaimRequest(
        String sessionId,
        String holder,
        When expiry,
        Served consumers,
        Set<HeadRef> exclude,
        @Nullable Integer maxFailures,
        @Nullable Long through,
        @Nullable Integer limit,
        boolean resume) {
    /** Checks names and numbers (VAL-1, VAL-4). */
    public ClaimRequest {
        Checks.name("session id", sessionId);
        Checks.name("holder", holder);
        exclude = Copies.ordered(exclude);
        if (maxFailures != null) {
            Checks.atLeastOne("maxFailures", maxFailures);
        }
        if (through != null) {
            Checks.number("through", through);
        }
        if (limit != null) {
            Checks.atLeastOne("limit", limit);
        }
    }

    /** Everything free, for everybody. */
    public static ClaimRequest of(String sessionId, String holder, When expiry) {
        return new ClaimRequest(sessionId, holder, expiry, Served.ALL, Set.of(), null, null, null, false);
    }

    /** The same for these consumers. */
    public ClaimRequest serving(Served consumers) {
        return new ClaimRequest(sessionId, holder, expiry, consumers, exclude, maxFailures, through, limit, resume);
    }

    /** The same without these heads. */
    public ClaimRequest exclude(Set<HeadRef> exclude) {
        return new ClaimRequest(sessionId, holder, expiry, consumers, exclude, maxFailures, through, limit, resume);
    }

    /** The same, judging lapsed claims by this. */
    public ClaimRequest maxFailures(@Nullable Integer maxFailures) {
        return new ClaimRequest(sessionId, holder, expiry, consumers, exclude, maxFailures, through, limit, resume);
    }

    /** The same through this index. */
    public ClaimRequest through(@Nullable Long through) {
        return new ClaimRequest(sessionId, holder, expiry, consumers, exclude, maxFailures, through, limit, resume);
    }

    /** The same, at most so many. */
    public ClaimRequest limit(@Nullable Integer limit) {
        return new ClaimRequest(sessionId, holder, expiry, consumers, exclude, maxFailures, through, limit, resume);
    }

    /** The same, with what this holder already holds. */
    public ClaimRequest resume(boolean resume) {
        return new ClaimRequest(sessionId, holder, expiry, consumers, exclude, maxFailures, through, limit, resume);
    }
}
