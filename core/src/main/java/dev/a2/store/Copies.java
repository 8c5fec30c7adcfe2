package dev.a2.store;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;

/** Copies of collections for records to keep. */
final class Copies {
    private Copies() {}

    /** An unmodifiable set in the order given. That of {@code Set.copyOf} is another in each run of a program. */
    static <T> Set<T> ordered(Collection<? extends T> items) {
        Set<T> copy = new LinkedHashSet<>();
        items.forEach(item -> copy.add(Objects.requireNonNull(item)));
        return Collections.unmodifiableSet(copy);
    }
}
