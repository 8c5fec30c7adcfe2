package dev.a2.store.redis;

import dev.a2.store.Subscription;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

/** Tells listeners that work may have come up. */
final class WorkHints {
    private final Executor delivery;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    WorkHints(Executor delivery) {
        this.delivery = delivery;
    }

    Subscription subscribe(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    void workCameUp() {
        for (Runnable listener : listeners) {
            delivery.execute(listener);
        }
    }
}
