package dev.a2.examples.webhooks;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Copies that nobody changes any more, in an order that is the same each time. */
final class Frozen {
    private Frozen() {}

    static <T extends Comparable<T>> SortedSet<T> set(Set<T> from) {
        return Collections.unmodifiableSortedSet(new TreeSet<>(from));
    }

    static <K extends Comparable<K>, V> SortedMap<K, V> map(Map<K, V> from) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(from));
    }
}
