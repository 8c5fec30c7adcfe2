package dev.a2.store;

import java.util.function.Consumer;

/** Hints that logs grew. Correctness never depends on one: whoever waits also looks by itself now and then. */
public interface Wakeups {
    /** Hears wake-ups. Called on a thread of the store's, which it must give back soon; it must not throw. */
    interface Listener {
        /** The log grew, perhaps. */
        void onWakeup(Wakeup wakeup);

        /** Wake-ups may have been missed: look. Also called once when listening begins. */
        void onGap();
    }

    /** Listens to one session's wake-ups, from any process on this storage. */
    Subscription subscribe(String sessionId, Listener listener);

    /**
     * Listens for events that a server acknowledged and lost. The listener is called before anybody is served what stands in
     * their place, on the thread that found out; it must return soon. Listening never fails, and a store that cannot lose any
     * never calls.
     */
    default Subscription subscribeLosses(Consumer<Loss> listener) {
        return () -> {};
    }
}
