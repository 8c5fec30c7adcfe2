package dev.a2;

import dev.a2.store.Event;
import dev.a2.store.SessionStore;
import dev.a2.store.memory.MemoryStorage;
import dev.a2.store.memory.MemoryStore;
import dev.a2.store.sql.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A store and a platform that stands still, with as many workers as a test likes. */
final class World implements AutoCloseable {
    final Platform platform;
    final SessionStore store;
    private final Runnable drain;
    private final Consumer<Duration> advance;
    private final Runnable stir;
    private final UnaryOperator<SessionStore> wrapper;
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
        drain = platform::drain;
        advance = platform::advance;
        stir = () -> {};
        wrapper = real -> real;
        stores = inMemory();
        store = store();
    }

    /** In memory, where calls are in flight while others act. */
    World(BatonPlatform platform) {
        this.platform = platform;
        drain = platform::drain;
        advance = platform::advance;
        stir = platform::stir;
        wrapper = platform::interleaved;
        stores = inMemory();
        store = store();
    }

    private Supplier<SessionStore> inMemory() {
        MemoryStorage storage = new MemoryStorage();
        return () -> MemoryStore.open(
                storage,
                MemoryStore.Options.defaults()
                        .clock(platform.clock())
                        .ids(platform.ids())
                        .delivery(delivery()));
    }

    /** In a SQLite file, by the same clock. */
    World(Path file) {
        ManualPlatform still = new ManualPlatform();
        platform = still;
        drain = still::drain;
        advance = still::advance;
        stir = () -> {};
        wrapper = real -> real;
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
        return wrapper.apply(another);
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
        drain.run();
    }

    void advance(Duration time) {
        advance.accept(time);
    }

    /** Has some tasks go on for a while, if they can be left half done. */
    void stir() {
        stir.run();
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
