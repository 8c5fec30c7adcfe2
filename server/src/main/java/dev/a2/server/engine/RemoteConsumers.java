package dev.a2.server.engine;

import dev.a2.store.ServedConsumer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The log consumers that workers elsewhere asked to serve lately. */
public final class RemoteConsumers {
    private final List<ServedConsumer> logs = new CopyOnWriteArrayList<>();

    RemoteConsumers() {}

    /** Those that are served now. */
    public List<ServedConsumer> logs() {
        return List.copyOf(logs);
    }
}
