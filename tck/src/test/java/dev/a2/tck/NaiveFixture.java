package dev.a2.tck;

import dev.a2.store.IdSource;
import dev.a2.store.SessionStore;
import dev.a2.tck.model.NaiveStorage;
import dev.a2.tck.model.NaiveStore;
import java.time.InstantSource;
import java.util.function.Supplier;

/** Stores over the naive model. */
public final class NaiveFixture implements StoreFixture {
    private final Supplier<NaiveStorage> storages;

    NaiveFixture(Supplier<NaiveStorage> storages) {
        this.storages = storages;
    }

    @Override
    public Storage freshStorage() {
        NaiveStorage storage = storages.get();
        return new Storage() {
            @Override
            public SessionStore open(InstantSource clock, IdSource ids) {
                return new NaiveStore(storage, clock, ids, limits());
            }

            @Override
            public void loseEvent(String sessionId, long index) {
                storage.loseEvent(sessionId, index);
            }

            @Override
            public void loseWorkIndex() {
                storage.loseWorkIndex();
            }

            @Override
            public void close() {}
        };
    }
}
