package dev.a2;

import dev.a2.store.ErrorCode;
import dev.a2.store.StoreException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/**
 * Repeats calls that somebody waits for while the store is unavailable. Only for calls that may be repeated: reads, and
 * writes with fixed ids.
 */
final class Patience {
    private final Platform platform;
    private final Duration limit;
    private final Backoff backoff;

    Patience(Platform platform, Duration limit) {
        this.platform = platform;
        this.limit = limit;
        this.backoff = new Backoff(platform, Duration.ofMillis(20), Duration.ofMillis(500));
    }

    /** The call's answer, or its last failure. */
    <T> T call(Supplier<T> call) {
        long start = platform.nanoTime();
        for (int failures = 1; ; failures++) {
            try {
                return call.get();
            } catch (StoreException e) {
                Duration left = limit.minusNanos(platform.nanoTime() - start);
                if (e.code() != ErrorCode.STORE_UNAVAILABLE || left.isNegative() || left.isZero()) {
                    throw e;
                }
                Duration wait = backoff.after(failures);
                pause(platform, wait.compareTo(left) < 0 ? wait : left);
            }
        }
    }

    private static void pause(Platform platform, Duration time) {
        await(platform.newGate(), time);
    }

    /** As {@link Gate#await}; an interrupted thread stays interrupted and gets a {@link CancellationException}. */
    static boolean await(Gate gate, Duration time) {
        try {
            return gate.await(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (CancellationException) new CancellationException("interrupted while waiting").initCause(e);
        }
    }
}
