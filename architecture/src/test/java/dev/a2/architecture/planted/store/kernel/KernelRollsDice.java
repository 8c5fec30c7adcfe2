package dev.a2.architecture.planted.store.kernel;

import java.util.UUID;

final class KernelRollsDice {
    private KernelRollsDice() {}

    static UUID uuid() {
        return UUID.randomUUID();
    }

    static double math() {
        return Math.random();
    }
}
