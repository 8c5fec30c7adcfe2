package dev.a2.architecture.planted.tck;

import dev.a2.architecture.planted.store.memory.Memory;

final class TckKnowsMemory {
    private TckKnowsMemory() {}

    static String name() {
        return Memory.class.getName();
    }
}
