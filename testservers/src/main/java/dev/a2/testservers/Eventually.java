package dev.a2.testservers;

import java.time.Duration;
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
            Thread.onSpinWait();
        }
    }
}
