package dev.a2;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The states that readers saw last; the ones not used for longest go first. */
final class StateCache {
    private static final int MOST = 1_000;

    /** Stands for all who read a session's newest state. */
    static final String ANYBODY = "";

    /** Whose state it is. */
    record Key(String sessionId, String reducer, String reader) {
        Key ofAnybody() {
            return new Key(sessionId, reducer, ANYBODY);
        }
    }

    /** A state, and what is known about its session's snapshots and clears. */
    record Known(Object state, long index, long snapshotIndex, long clearIndex) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Key, Known> states = new LinkedHashMap<>(16, 0.75f, true);

    /** The newest state at or below an index that this reader or anybody saw. */
    @Nullable Known nearest(Key key, long through) {
        lock.lock();
        try {
            Known mine = states.get(key);
            Known anybodys = states.get(key.ofAnybody());
            Known best = mine != null && mine.index() <= through ? mine : null;
            if (anybodys != null && anybodys.index() <= through && (best == null || anybodys.index() > best.index())) {
                best = anybodys;
            }
            return best;
        } finally {
            lock.unlock();
        }
    }

    /** What was folded of a session counts no more. */
    void forget(String sessionId) {
        lock.lock();
        try {
            states.keySet().removeIf(key -> key.sessionId().equals(sessionId));
        } finally {
            lock.unlock();
        }
    }

    void put(Key key, Known known) {
        lock.lock();
        try {
            states.put(key, known);
            if (states.size() > MOST) {
                states.remove(states.keySet().iterator().next());
            }
        } finally {
            lock.unlock();
        }
    }
}
