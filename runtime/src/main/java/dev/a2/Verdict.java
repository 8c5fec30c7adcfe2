package dev.a2;

import dev.a2.store.NewEvent;
import java.time.Duration;
import java.util.List;

/** What an attempt came to, before the store knows. */
sealed interface Verdict {
    /** The head is handled, and these events follow; each has an id. */
    record Complete(List<NewEvent> events) implements Verdict {}

    /**
     * It is not.
     *
     * @param maxFailures so many failures make a dead letter
     * @param retryAfter when to try again; zero: at once
     */
    record Fail(String error, int maxFailures, Duration retryAfter) implements Verdict {}

    /**
     * Nothing was tried: the head is given back, at no failure.
     *
     * @param foreign whether this deployment cannot handle it, and leaves it to others
     */
    record GiveBack(boolean foreign) implements Verdict {}
}
