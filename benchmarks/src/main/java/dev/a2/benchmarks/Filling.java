package dev.a2.benchmarks;

import dev.a2.store.AppendRequest;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Makes sessions of a size. */
final class Filling {
    private static final int BATCH = 1_000;

    private Filling() {}

    /** Appends events 1 to so many. */
    static void fill(SessionStore store, String session, int events, IntFunction<NewEvent> event) {
        List<NewEvent> batch = new ArrayList<>();
        for (int i = 1; i <= events; i++) {
            batch.add(event.apply(i));
            if (batch.size() == BATCH || i == events) {
                store.append(AppendRequest.of(session, batch));
                batch.clear();
            }
        }
    }
}
