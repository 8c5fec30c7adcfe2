package dev.a2.store.kernel;

import dev.a2.store.Subscription;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Listeners by session. What one of them throws is logged and reaches nobody else. */
final class Hub<L> {
    private static final System.Logger LOG = System.getLogger(Hub.class.getName());

    private final ConcurrentHashMap<String, List<L>> listeners = new ConcurrentHashMap<>();

    Subscription add(String sessionId, L listener) {
        listeners.compute(sessionId, (id, list) -> {
            List<L> some = list == null ? new CopyOnWriteArrayList<>() : list;
            some.add(listener);
            return some;
        });
        return () -> listeners.computeIfPresent(sessionId, (id, list) -> {
            list.remove(listener);
            return list.isEmpty() ? null : list;
        });
    }

    boolean listens(String sessionId) {
        return listeners.containsKey(sessionId);
    }

    Set<String> sessions() {
        return new LinkedHashSet<>(listeners.keySet());
    }

    void tell(String sessionId, Consumer<L> message) {
        listeners.getOrDefault(sessionId, List.of()).forEach(listener -> tell(listener, message));
    }

    void tellAll(Consumer<L> message) {
        listeners.values().forEach(list -> list.forEach(listener -> tell(listener, message)));
    }

    void clear() {
        listeners.clear();
    }

    void tell(L listener, Consumer<L> message) {
        try {
            message.accept(listener);
        } catch (Throwable e) {
            LOG.log(System.Logger.Level.WARNING, "a listener threw", e);
        }
    }
}
