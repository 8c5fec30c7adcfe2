package dev.a2;

import dev.a2.store.Event;
import dev.a2.store.SessionStore;
import dev.a2.store.memory.MemoryStorage;
import dev.a2.store.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A memory store and a platform that stands still, with as many workers as a test likes. */
final class World implements AutoCloseable {
    final ManualPlatform platform = new ManualPlatform();
    private final MemoryStorage storage = new MemoryStorage();
    final SessionStore store = store();
    private final List<A2<?>> opened = new ArrayList<>();

    /** Another store on the same storage, as another process would have. */
    SessionStore store() {
        return MemoryStore.open(
                storage,
                MemoryStore.Options.defaults()
                        .clock(platform.clock())
                        .ids(platform.ids())
                        .delivery(task -> platform.start("delivery", task)));
    }

    /** Options that poll seldom, so that what tests see follows from hints and due times. */
    A2Options options() {
        return A2Options.defaults().platform(platform);
    }

    <E> A2<E> open(Contract<E> contract) {
        return open(contract, store, options());
    }

    <E> A2<E> open(Contract<E> contract, A2Options options) {
        return open(contract, store, options);
    }

    <E> A2<E> open(Contract<E> contract, SessionStore on, A2Options options) {
        A2<E> a2 = A2.open(contract, on, options);
        opened.add(a2);
        return a2;
    }

    void drain() {
        platform.drain();
    }

    void advance(Duration time) {
        platform.advance(time);
    }

    List<String> types(String sessionId) {
        return store.read(sessionId, 0, null).stream().map(Event::type).toList();
    }

    @Override
    public void close() {
        opened.forEach(A2::close);
    }
}
