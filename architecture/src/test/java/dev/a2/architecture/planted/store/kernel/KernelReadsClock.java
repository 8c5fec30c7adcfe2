package dev.a2.architecture.planted.store.kernel;

import java.time.Instant;

final class KernelReadsClock {
    private KernelReadsClock() {}

    static long millis() {
        return System.currentTimeMillis();
    }

    static Instant instant() {
        return Instant.now();
    }
}
