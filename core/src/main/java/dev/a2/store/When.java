package dev.a2.store;

import java.time.Duration;
import java.time.Instant;

/**
 * A moment, given absolutely or as a distance from the store's own clock. Callers with a clock of their own use
 * {@link After}, so that its skew does not matter (CLK-2).
 */
public sealed interface When {
    /** So long after the store's now; longer than zero. */
    record After(Duration delay) implements When {
        /** Checks the delay (VAL-4). */
        public After {
            Checks.positive("a delay", delay);
        }

        @Override
        public long toMs(long nowMs) {
            return nowMs + delay.toMillis();
        }
    }

    /** At this time by the store's clock. */
    record At(Instant time) implements When {
        /** Checks the time (VAL-4). */
        public At {
            Checks.time("a time", time);
        }

        @Override
        public long toMs(long nowMs) {
            return time.toEpochMilli();
        }
    }

    /** So long after the store's now. */
    static When after(Duration delay) {
        return new After(delay);
    }

    /** At this time by the store's clock. */
    static When at(Instant time) {
        return new At(time);
    }

    /** The moment in epoch milliseconds, where the store's now is {@code nowMs}. */
    long toMs(long nowMs);
}
