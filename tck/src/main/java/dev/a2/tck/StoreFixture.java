package dev.a2.tck;

import dev.a2.store.IdSource;
import dev.a2.store.Limits;
import dev.a2.store.SessionStore;
import java.time.InstantSource;
import java.util.Map;

/** How the kit gets at a store: the one thing that a store's author writes. */
public interface StoreFixture extends AutoCloseable {
    /** A place where stores keep their data, such as a database file or a key prefix. */
    interface Storage extends AutoCloseable {
        /** Opens a store here; one more each time, all on the same data. The kit closes it. */
        SessionStore open(InstantSource clock, IdSource ids);

        /** Takes one stored event away, without a trace elsewhere ({@link Capability#LOSE_EVENT}). */
        default void loseEvent(String sessionId, long index) {
            throw new UnsupportedOperationException("declare the absence of LOSE_EVENT, or implement this");
        }

        /** Empties the work index ({@link Capability#LOSE_WORK_INDEX}). */
        default void loseWorkIndex() {
            throw new UnsupportedOperationException("declare the absence of LOSE_WORK_INDEX, or implement this");
        }

        /** Deletes the data. All stores on it are closed already. */
        @Override
        void close();
    }

    /** Storage that holds nothing yet. */
    Storage freshStorage();

    /** What this store cannot do, each with the reason. */
    default Map<Capability, String> absent() {
        return Map.of();
    }

    /** The size limits that its stores are opened with. */
    default Limits limits() {
        return Limits.DEFAULTS;
    }

    /** Ends what the fixture itself started. */
    @Override
    default void close() {}
}
