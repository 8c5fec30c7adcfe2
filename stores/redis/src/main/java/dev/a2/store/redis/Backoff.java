package dev.a2.store.redis;

import java.util.function.Supplier;
import redis.clients.jedis.exceptions.JedisException;

/** Spares a server that cannot be reached: after failures, attempts fail at once for a while. One thread at a time. */
final class Backoff {
    private static final long FIRST_NANOS = 50_000_000;
    private static final long LONGEST_NANOS = 1_000_000_000;

    private long pauseNanos;
    private long untilNanos;

    <T> T attempt(Supplier<T> action) {
        if (pauseNanos > 0 && System.nanoTime() - untilNanos < 0) {
            throw new JedisException("the last attempt failed a moment ago; the next one comes soon");
        }
        try {
            T result = action.get();
            pauseNanos = 0;
            return result;
        } catch (RuntimeException e) {
            pauseNanos = Math.min(Math.max(FIRST_NANOS, pauseNanos * 2), LONGEST_NANOS);
            untilNanos = System.nanoTime() + pauseNanos;
            throw e;
        }
    }
}
