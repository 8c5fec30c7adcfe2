package dev.a2.replay;

import dev.a2.store.SessionStore;

/** Looks below the contract, for the ops {@code messages} and {@code dump} of layout traces. */
public interface LayoutProbe extends AutoCloseable {
    /** Sees what a store just opened does from now on. */
    @FunctionalInterface
    interface Opener {
        /** A probe of the storage of this store, before its first operation. */
        LayoutProbe open(SessionStore store);
    }

    /** A JSON array of what was published since the last call or the start, each {@code {"channel","message"}}. */
    String messages();

    /** A JSON object of all keys of the session, by name. */
    String dump(String sessionId);

    @Override
    void close();
}
