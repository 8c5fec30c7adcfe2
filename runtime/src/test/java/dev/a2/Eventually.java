package dev.a2;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting for what other threads do, with a limit. */
final class Eventually {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private Eventually() {}

    /** Waits until it holds. */
    static void until(String what, BooleanSupplier holds) {
        long start = System.nanoTime();
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() - start > LIMIT.toNanos()) {
                throw new AssertionError("waited in vain until " + what);
            }
            LockSupport.parkNanos(200_000);
        }
    }

    /** Waits for a latch; an interrupt comes through. */
    static void await(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("waited in vain for a latch");
        }
    }
}
