package dev.a2.architecture.planted.store;

import java.util.Collection;
import java.util.Set;

final class CoreShuffles {
    private CoreShuffles() {}

    static Set<String> copy(Collection<String> items) {
        return Set.copyOf(items);
    }
}
