package dev.a2.store.redis;

import java.time.Duration;

/** How long one call goes on trying: pauses grow, and end when time is up. One thread. */
final class Patience {
    private static final long FIRST_PAUSE_MS = 2;
    private static final long LONGEST_PAUSE_MS = 100;

    private final long untilNanos;
    private long pauseMs = FIRST_PAUSE_MS;

    Patience(Duration limit) {
        untilNanos = System.nanoTime() + limit.toNanos();
    }

    /** Pauses; false, and at once, when time is up or the thread is interrupted. */
    boolean pause() {
        return pause(0);
    }

    /** The same for at least so long; false when time would be up before. */
    boolean pause(long leastMs) {
        long nextMs = Math.max(leastMs, pauseMs);
        if (System.nanoTime() + leastMs * 1_000_000 - untilNanos >= 0
                || Thread.currentThread().isInterrupted()) {
            return false;
        }
        try {
            Thread.sleep(nextMs);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
        return true;
    }
}
