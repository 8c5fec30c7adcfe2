package dev.a2.architecture.planted.store.kernel;

import java.util.Collection;
import java.util.Set;

final class KernelShuffles {
    private KernelShuffles() {}

    static Set<String> copy(Collection<String> items) {
        return Set.copyOf(items);
    }
}
