package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waiting with a limit. */
final class Eventually {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private Eventually() {}

    static void holds(String what, BooleanSupplier condition) {
        long until = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - until).as(what).isNegative();
            Thread.onSpinWait();
        }
    }
}
