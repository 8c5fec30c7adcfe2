package dev.a2.simulation;

import dev.a2.store.SessionStore;
import java.time.InstantSource;

/** Puts a bug into a store, to show that the simulation finds it. */
@FunctionalInterface
interface Planting {
    /** The product as it is. */
    Planting NOTHING = (store, clock) -> store;

    /**
     * The store as a process gets to see it.
     *
     * @param clock the process's own, which may be wrong
     */
    SessionStore into(SessionStore store, InstantSource clock);
}
