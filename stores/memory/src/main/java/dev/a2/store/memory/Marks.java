package dev.a2.store.memory;

import dev.a2.store.TakeWorkRequest;
import dev.a2.store.TakeWorkResult;
import dev.a2.store.WorkMark;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The work index (WRK). Its lock is the innermost: a session's lock may be held when it is taken, never the other way
 * round.
 */
final class Marks {
    private record Due(long dueMs, String sessionId) {}

    private static final Comparator<Due> SOONEST =
            Comparator.comparingLong(Due::dueMs).thenComparing(Due::sessionId);

    private final ReentrantLock lock = new ReentrantLock();
    private final TreeMap<String, TreeMap<String, Long>> bySession = new TreeMap<>();
    private final Map<String, TreeSet<Due>> byConsumer = new HashMap<>();

    void dueNoLaterThan(String sessionId, String consumer, long dueMs) {
        lock.lock();
        try {
            Long known = get(sessionId, consumer);
            if (known == null || known > dueMs) {
                put(sessionId, consumer, dueMs);
            }
        } finally {
            lock.unlock();
        }
    }

    void set(String sessionId, String consumer, @Nullable Long dueMs) {
        lock.lock();
        try {
            if (dueMs == null) {
                remove(sessionId, consumer);
            } else {
                put(sessionId, consumer, dueMs);
            }
        } finally {
            lock.unlock();
        }
    }

    List<String> consumers(String sessionId) {
        lock.lock();
        try {
            TreeMap<String, Long> marks = bySession.get(sessionId);
            return marks == null ? List.of() : List.copyOf(marks.keySet());
        } finally {
            lock.unlock();
        }
    }

    TakeWorkResult take(TakeWorkRequest request, long nowMs) {
        lock.lock();
        try {
            List<WorkMark> taken = new ArrayList<>();
            List<WorkMark> due = new ArrayList<>();
            for (String consumer : request.consumers()) {
                for (Due mark : byConsumer.getOrDefault(consumer, new TreeSet<>(SOONEST))) {
                    if (mark.dueMs() > nowMs
                            || due.size()
                                    >= 2L
                                            * request.limit()
                                            * request.consumers().size()) {
                        break;
                    }
                    due.add(new WorkMark(mark.sessionId(), consumer, Instant.ofEpochMilli(mark.dueMs())));
                }
            }
            due.sort(Comparator.comparing(WorkMark::dueAt)
                    .thenComparing(WorkMark::sessionId)
                    .thenComparing(WorkMark::consumer));
            due.stream().limit(request.limit()).forEach(taken::add);
            for (WorkMark mark : taken) {
                put(mark.sessionId(), mark.consumer(), nowMs + request.lease().toMillis());
            }
            return new TakeWorkResult(taken, next(request, taken));
        } finally {
            lock.unlock();
        }
    }

    /** When the first mark that was not taken is due. */
    private @Nullable Instant next(TakeWorkRequest request, List<WorkMark> taken) {
        Long first = null;
        for (String consumer : request.consumers()) {
            for (Due mark : byConsumer.getOrDefault(consumer, new TreeSet<>(SOONEST))) {
                boolean mine = taken.stream()
                        .anyMatch(took -> took.consumer().equals(consumer)
                                && took.sessionId().equals(mark.sessionId()));
                if (!mine) {
                    first = first == null ? mark.dueMs() : Math.min(first, mark.dueMs());
                    break;
                }
            }
        }
        return first == null ? null : Instant.ofEpochMilli(first);
    }

    List<WorkMark> list(@Nullable String from, int limit) {
        lock.lock();
        try {
            List<WorkMark> page = new ArrayList<>();
            Map<String, TreeMap<String, Long>> rest = from == null ? bySession : bySession.tailMap(from, false);
            for (Map.Entry<String, TreeMap<String, Long>> session : rest.entrySet()) {
                if (!page.isEmpty() && page.size() + session.getValue().size() > limit) {
                    break;
                }
                session.getValue()
                        .forEach((consumer, dueMs) ->
                                page.add(new WorkMark(session.getKey(), consumer, Instant.ofEpochMilli(dueMs))));
            }
            return page;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Long get(String sessionId, String consumer) {
        TreeMap<String, Long> marks = bySession.get(sessionId);
        return marks == null ? null : marks.get(consumer);
    }

    private void put(String sessionId, String consumer, long dueMs) {
        Long old = bySession.computeIfAbsent(sessionId, id -> new TreeMap<>()).put(consumer, dueMs);
        TreeSet<Due> dues = byConsumer.computeIfAbsent(consumer, name -> new TreeSet<>(SOONEST));
        if (old != null) {
            dues.remove(new Due(old, sessionId));
        }
        dues.add(new Due(dueMs, sessionId));
    }

    private void remove(String sessionId, String consumer) {
        TreeMap<String, Long> marks = bySession.get(sessionId);
        Long old = marks == null ? null : marks.remove(consumer);
        if (marks != null && marks.isEmpty()) {
            bySession.remove(sessionId);
        }
        TreeSet<Due> dues = byConsumer.get(consumer);
        if (old != null && dues != null) {
            dues.remove(new Due(old, sessionId));
            if (dues.isEmpty()) {
                byConsumer.remove(consumer);
            }
        }
    }
}
