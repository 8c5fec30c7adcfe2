package dev.a2;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What follows when a handler fails (RT-6).
 *
 * <p>The wait before try n + 1 is {@code first · factor^(n-1)}, at most {@code most}, shortened at random by up to {@code
 * jitter} of itself.
 *
 * @param maxFailures so many failures make a dead letter; a worker that dies while it handles the event counts as one
 * @param first the wait after the first failure
 * @param most the longest wait
 * @param jitter from 0 to 1
 * @param nonRetryable error types (with their subtypes) that make a dead letter at once, beside {@link
 *     NonRetryableException}
 */
public record RetryPolicy(
        int maxFailures,
        Duration first,
        double factor,
        Duration most,
        double jitter,
        List<Class<? extends Throwable>> nonRetryable) {
    private static final RetryPolicy DEFAULTS =
            new RetryPolicy(8, Duration.ofMillis(500), 2, Duration.ofMinutes(2), 0.2, List.of());

    /** Checks the numbers and copies the list. */
    public RetryPolicy {
        require(maxFailures >= 1, "maxFailures must be at least 1, not " + maxFailures);
        require(!first.isNegative(), "the first wait must not be negative, and is " + first);
        require(factor >= 1, "factor must be at least 1, not " + factor);
        require(!most.isNegative(), "the longest wait must not be negative, and is " + most);
        require(jitter >= 0 && jitter <= 1, "jitter must be from 0 to 1, not " + jitter);
        nonRetryable = List.copyOf(nonRetryable);
    }

    /** Eight failures; waits from half a second, doubling, to two minutes, with a fifth of jitter. */
    public static RetryPolicy defaults() {
        return DEFAULTS;
    }

    /** No second try: the first failure makes a dead letter. */
    public static RetryPolicy none() {
        return DEFAULTS.maxFailures(1);
    }

    /** The same wait after each failure, without jitter. */
    public static RetryPolicy fixed(int maxFailures, Duration wait) {
        return new RetryPolicy(maxFailures, wait, 1, wait, 0, List.of());
    }

    /** The same with another number of failures. */
    public RetryPolicy maxFailures(int maxFailures) {
        return new RetryPolicy(maxFailures, first, factor, most, jitter, nonRetryable);
    }

    /** The same with other waits. */
    public RetryPolicy waits(Duration first, double factor, Duration most) {
        return new RetryPolicy(maxFailures, first, factor, most, jitter, nonRetryable);
    }

    /** The same with another jitter. */
    public RetryPolicy jitter(double jitter) {
        return new RetryPolicy(maxFailures, first, factor, most, jitter, nonRetryable);
    }

    /** The same with these error types, too, going to the dead letters at once. */
    @SafeVarargs
    public final RetryPolicy never(Class<? extends Throwable>... types) {
        List<Class<? extends Throwable>> all = new ArrayList<>(nonRetryable);
        for (Class<? extends Throwable> type : types) {
            all.add(type);
        }
        return new RetryPolicy(maxFailures, first, factor, most, jitter, all);
    }

    /** Whether another try makes sense after this error. */
    public boolean retries(Throwable error) {
        return !(error instanceof NonRetryableException)
                && nonRetryable.stream().noneMatch(type -> type.isInstance(error));
    }

    /**
     * The wait after so many failures.
     *
     * @param random from 0 (inclusive) to 1 (exclusive)
     */
    public Duration waitAfter(int failures, double random) {
        double millis =
                Math.min((double) most.toMillis(), first.toMillis() * Math.pow(factor, Math.max(0, failures - 1)));
        return Duration.ofMillis(Math.round(millis * (1 - jitter * random)));
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
