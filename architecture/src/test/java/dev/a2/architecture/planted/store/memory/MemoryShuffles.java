package dev.a2.architecture.planted.store.memory;

import java.util.Collection;
import java.util.Set;

final class MemoryShuffles {
    private MemoryShuffles() {}

    static Set<String> copy(Collection<String> items) {
        return Set.copyOf(items);
    }
}
