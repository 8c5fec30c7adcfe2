package dev.a2.simulation;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Numbers that depend on nothing but a seed: SplitMix64, written here so that no JDK changes them. */
final class Chance {
    private static final long STEP = 0x9e3779b97f4a7c15L;

    private long state;

    Chance(long seed) {
        state = seed;
    }

    /** A stream of its own under a name: what is drawn from one changes nothing in another. */
    Chance stream(String name) {
        long mixed = mix(state);
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            mixed = mix(mixed + STEP + b);
        }
        return new Chance(mixed);
    }

    long next() {
        state += STEP;
        return mix(state);
    }

    /** From 0 (inclusive) to 1 (exclusive). */
    double unit() {
        return (next() >>> 11) * 0x1p-53;
    }

    /** From 0 (inclusive) to the bound (exclusive). */
    int below(int bound) {
        return (int) Long.remainderUnsigned(next(), bound);
    }

    /** True at this rate. */
    boolean at(double rate) {
        return unit() < rate;
    }

    Duration upTo(Duration most) {
        return Duration.ofNanos((long) (unit() * most.toNanos()));
    }

    <T> T of(List<T> items) {
        return items.get(below(items.size()));
    }

    private static long mix(long z) {
        long mixed = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
