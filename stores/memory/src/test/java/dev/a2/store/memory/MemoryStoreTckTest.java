package dev.a2.store.memory;

import dev.a2.store.IdSource;
import dev.a2.store.SessionStore;
import dev.a2.tck.Capability;
import dev.a2.tck.StoreFixture;
import dev.a2.tck.StoreTck;
import java.time.InstantSource;
import java.util.Map;

/** The whole contract on the memory store. */
final class MemoryStoreTckTest extends StoreTck {
    MemoryStoreTckTest() {
        super(new Fixture());
    }

    private static final class Fixture implements StoreFixture {
        @Override
        public Storage freshStorage() {
            MemoryStorage storage = new MemoryStorage();
            return new Storage() {
                @Override
                public SessionStore open(InstantSource clock, IdSource ids) {
                    return MemoryStore.open(
                            storage, MemoryStore.Options.defaults().clock(clock).ids(ids));
                }

                @Override
                public void loseWorkIndex() {
                    storage.sessions
                            .keySet()
                            .forEach(sessionId -> storage.marks
                                    .consumers(sessionId)
                                    .forEach(consumer -> storage.marks.set(sessionId, consumer, null)));
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public Map<Capability, String> absent() {
            return Map.of(Capability.LOSE_EVENT, "events in memory are one list; none can go missing alone");
        }
    }
}
