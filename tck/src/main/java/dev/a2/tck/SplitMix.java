package dev.a2.tck;

import java.util.List;

/** A small random generator that gives the same numbers everywhere, for ever (SplitMix64). */
final class SplitMix {
    private long state;

    SplitMix(long seed) {
        state = seed;
    }

    private long next() {
        state += 0x9E3779B97F4A7C15L;
        long z = state;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** From 0 to below the bound. */
    int below(int bound) {
        return (int) Long.remainderUnsigned(next(), bound);
    }

    /** True so many times of a hundred. */
    boolean percent(int chance) {
        return below(100) < chance;
    }

    <T> T of(List<T> items) {
        return items.get(below(items.size()));
    }

    @SafeVarargs
    final <T> T of(T first, T... others) {
        int chosen = below(others.length + 1);
        return chosen == 0 ? first : others[chosen - 1];
    }
}
