package dev.a2.store.memory;

import dev.a2.store.kernel.Signals;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Sessions in memory, which any number of stores may share as several processes share a database. */
public final class MemoryStorage {
    final ConcurrentSkipListMap<String, MemorySession> sessions = new ConcurrentSkipListMap<>();
    final Marks marks = new Marks();
    final List<Signals> stores = new CopyOnWriteArrayList<>();

    /** Empty storage. */
    public MemoryStorage() {}
}
