package dev.a2.store.memory;

import dev.a2.store.kernel.CursorKind;
import dev.a2.store.kernel.HeadKey;
import dev.a2.store.kernel.HeadRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One consumer's live heads: those that are free at once by index, the others by the time they become free. */
final class LiveHeads {
    private record Timed(long freeAtMs, HeadKey key) {}

    private final TreeSet<HeadKey> free = new TreeSet<>(MemorySession.BY_INDEX);
    private final TreeSet<Timed> timed =
            new TreeSet<>(Comparator.comparingLong(Timed::freeAtMs).thenComparing(Timed::key, MemorySession.BY_INDEX));

    void add(HeadRow row) {
        if (row.freeAtMs() == 0) {
            free.add(row.key());
        } else {
            timed.add(new Timed(row.freeAtMs(), row.key()));
        }
    }

    void remove(HeadRow row) {
        if (row.freeAtMs() == 0) {
            free.remove(row.key());
        } else {
            timed.remove(new Timed(row.freeAtMs(), row.key()));
        }
    }

    boolean isEmpty() {
        return free.isEmpty() && timed.isEmpty();
    }

    boolean anyAbove(long marker) {
        return (!free.isEmpty() && free.last().index() > marker)
                || timed.stream().anyMatch(one -> one.key().index() > marker);
    }

    /** At least so many free heads between marker and through, by index, never only a part of an index. */
    List<HeadKey> free(long marker, long nowMs, long through, int atLeast) {
        List<HeadKey> found = new ArrayList<>();
        long last = -1;
        for (HeadKey key : free.tailSet(new HeadKey("", CursorKind.EVENT, "", marker + 1))) {
            if (key.index() > through || (found.size() >= atLeast && key.index() != last)) {
                break;
            }
            found.add(key);
            last = key.index();
        }
        for (Timed one : timed) {
            if (one.freeAtMs() > nowMs) {
                break;
            }
            if (one.key().index() > marker && one.key().index() <= through) {
                found.add(one.key());
            }
        }
        return found;
    }

    /** At most so many that are not free now, soonest first. */
    List<HeadKey> held(long marker, long nowMs, long through, int atMost) {
        List<HeadKey> found = new ArrayList<>();
        for (Timed one : timed) {
            if (found.size() >= atMost) {
                break;
            }
            if (one.freeAtMs() > nowMs
                    && one.key().index() > marker
                    && one.key().index() <= through) {
                found.add(one.key());
            }
        }
        return found;
    }

    List<HeadKey> all() {
        List<HeadKey> all = new ArrayList<>(free);
        timed.forEach(one -> all.add(one.key()));
        return all;
    }

    @Nullable Long firstFreeMs(long marker) {
        if (!free.isEmpty() && free.last().index() > marker) {
            return 0L;
        }
        for (Timed one : timed) {
            if (one.key().index() > marker) {
                return one.freeAtMs();
            }
        }
        return null;
    }
}
