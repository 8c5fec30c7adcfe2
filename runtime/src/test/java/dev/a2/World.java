package dev.a2;

import dev.a2.store.Event;
import dev.a2.store.SessionStore;
import dev.a2.store.memory.MemoryStorage;
import dev.a2.store.memory.MemoryStore;
import dev.a2.store.sql.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** A store and a platform that stands still, with as many workers as a test likes. */
final class World implements AutoCloseable {
    final ManualPlatform platform;
    final SessionStore store;
    private final Supplier<SessionStore> stores;
    private final List<A2<?>> opened = new ArrayList<>();
    private final List<SessionStore> openedStores = new ArrayList<>();

    /** In memory. */
    World() {
        this(new ManualPlatform());
    }

    /** In memory. */
    World(ManualPlatform platform) {
        this.platform = platform;
        MemoryStorage storage = new MemoryStorage();
        stores = () -> MemoryStore.open(
                storage,
                MemoryStore.Options.defaults()
                        .clock(platform.clock())
                        .ids(platform.ids())
                        .delivery(delivery()));
        store = store();
    }

    /** In a SQLite file, by the same clock. */
    World(Path file) {
        platform = new ManualPlatform();
        stores = () -> SqliteStore.open(
                file,
                SqliteStore.Options.defaults()
                        .sync(SqliteStore.Sync.NORMAL)
                        .clock(platform.clock())
                        .ids(platform.ids())
                        .delivery(delivery()));
        store = store();
    }

    private Executor delivery() {
        return task -> platform.start("delivery", task);
    }

    /** Another store on the same storage, as another process would have. */
    SessionStore store() {
        SessionStore another = stores.get();
        openedStores.add(another);
        return another;
    }

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
        openedStores.forEach(SessionStore::close);
    }
}
