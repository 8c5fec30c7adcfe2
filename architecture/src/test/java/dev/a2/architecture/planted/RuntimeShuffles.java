package dev.a2.architecture.planted;

import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

final class RuntimeShuffles {
    private RuntimeShuffles() {}

    static Set<String> set(Collection<String> items) {
        return Set.copyOf(items);
    }

    static Function<Collection<String>, Set<String>> setByReference() {
        return Set::copyOf;
    }

    static Map<String, String> map(Map<String, String> items) {
        return Map.copyOf(items);
    }

    static Map<String, String> entries() {
        return Map.ofEntries(Map.entry("a", "b"), Map.entry("c", "d"));
    }

    static Set<String> two() {
        return Set.of("a", "b");
    }

    static Set<String> many(String... items) {
        return Set.of(items);
    }

    static Map<String, String> twoPairs() {
        return Map.of("a", "b", "c", "d");
    }

    static Set<String> collected(List<String> items) {
        return items.stream().collect(Collectors.toUnmodifiableSet());
    }

    static Map<String, String> collectedMap(List<String> items) {
        return items.stream().collect(Collectors.toUnmodifiableMap(Function.identity(), Function.identity()));
    }

    static Map<String, String> identity() {
        return new IdentityHashMap<>();
    }

    static int identityHash(Object object) {
        return System.identityHashCode(object);
    }
}
