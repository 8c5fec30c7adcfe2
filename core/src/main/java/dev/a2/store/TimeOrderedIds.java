package dev.a2.store;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * UUIDs of version 7: they begin with the time, so that an index over them grows at its end. Ids of one source grow even
 * where the clock stands still or goes back.
 */
final class TimeOrderedIds implements IdSource {
    /** What of the first half is counted on within a millisecond. */
    private static final int COUNTER_BITS = 12;

    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();
    private final AtomicLong last = new AtomicLong();

    TimeOrderedIds(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public String next() {
        long now = clock.millis() << COUNTER_BITS;
        long stamp = last.updateAndGet(before -> Math.max(before + 1, now));
        long time = stamp >>> COUNTER_BITS;
        long count = stamp & ((1 << COUNTER_BITS) - 1);
        long first = time << 16 | 0x7000 | count;
        long second = (random.nextLong() & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
        return new UUID(first, second).toString();
    }
}
