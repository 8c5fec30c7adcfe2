package dev.a2.testservers;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting with a limit. */
public final class Eventually {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private Eventually() {}

    /** Waits until this holds. */
    public static void holds(String what, BooleanSupplier condition) {
        long until = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - until > 0) {
                throw new AssertionError("not within " + LIMIT + ": " + what);
            }
            pause();
        }
    }

    /** Between two looks, for others to get on. */
    static void pause() {
        LockSupport.parkNanos(1_000_000);
    }
}
