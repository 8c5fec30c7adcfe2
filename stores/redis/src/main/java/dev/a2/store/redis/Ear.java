package dev.a2.store.redis;

import dev.a2.store.Subscription;

/** Listens to channels. Whenever messages may have been lost, listeners are told of a gap. Any thread may call. */
interface Ear extends AutoCloseable {
    /** Hears one channel; called by the delivery. */
    interface Listener {
        void onMessage(String message);

        void onGap();
    }

    /** Has a listener hear a channel; a gap says when it begins to. */
    Subscription listen(String channel, Listener listener);

    /** Calls the listeners. */
    Delivery delivery();

    /** How often it lost the server, so that another one may answer since. */
    long interruptions();

    @Override
    void close();
}
