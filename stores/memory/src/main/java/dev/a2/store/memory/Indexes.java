package dev.a2.store.memory;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Ascending event indexes: added at the end, dropped from the front, searched in between. */
final class Indexes {
    private long[] values = new long[4];
    private int from;
    private int to;

    void add(long index) {
        if (to == values.length) {
            int size = to - from;
            long[] wider = new long[Math.max(4, size * 2)];
            System.arraycopy(values, from, wider, 0, size);
            values = wider;
            from = 0;
            to = size;
        }
        values[to++] = index;
    }

    void dropThrough(long index) {
        while (from < to && values[from] <= index) {
            from++;
        }
    }

    boolean isEmpty() {
        return from == to;
    }

    /** The first index after another. */
    @Nullable Long after(long index) {
        int at = Arrays.binarySearch(values, from, to, index + 1);
        int position = at >= 0 ? at : -at - 1;
        return position < to ? values[position] : null;
    }
}
