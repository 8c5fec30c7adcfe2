package dev.a2;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Gates to open whenever something ended in a session. */
final class Watchers {
    private final BriefLock lock = new BriefLock();
    private final Map<String, Set<Gate>> gates = new LinkedHashMap<>();

    void add(String sessionId, Gate gate) {
        lock.lock();
        try {
            gates.computeIfAbsent(sessionId, id -> new LinkedHashSet<>()).add(gate);
        } finally {
            lock.unlock();
        }
    }

    void remove(String sessionId, Gate gate) {
        lock.lock();
        try {
            gates.computeIfPresent(sessionId, (id, some) -> {
                some.remove(gate);
                return some.isEmpty() ? null : some;
            });
        } finally {
            lock.unlock();
        }
    }

    void tell(String sessionId) {
        lock.lock();
        try {
            gates.getOrDefault(sessionId, Set.of()).forEach(Gate::open);
        } finally {
            lock.unlock();
        }
    }
}
