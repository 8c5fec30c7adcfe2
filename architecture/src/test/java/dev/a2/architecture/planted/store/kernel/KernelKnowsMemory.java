package dev.a2.architecture.planted.store.kernel;

import dev.a2.architecture.planted.store.memory.Memory;

final class KernelKnowsMemory {
    private KernelKnowsMemory() {}

    static String name() {
        return Memory.class.getName();
    }
}
