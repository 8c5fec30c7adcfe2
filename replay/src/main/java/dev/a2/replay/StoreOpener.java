package dev.a2.replay;

import dev.a2.store.IdSource;
import dev.a2.store.SessionStore;
import java.time.InstantSource;

/** Opens an empty store that takes time and ids from outside (CLK-1). */
@FunctionalInterface
public interface StoreOpener {
    /** A store on fresh storage; whoever asked closes it. */
    SessionStore open(InstantSource clock, IdSource ids);
}
