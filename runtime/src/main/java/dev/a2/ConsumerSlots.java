package dev.a2;

import dev.a2.store.ServedConsumer;
import java.util.LinkedHashSet;
import java.util.Set;

/** One served consumer, and how much of it runs here. Guarded by the dispatcher's lock. */
final class ConsumerSlots {
    final ServedConsumer served;
    /** A lapsed claim that reaches it makes a dead letter. */
    final int maxFailures;

    /** Most attempts at once. */
    final int limit;
    /** Attempts that run. */
    int running;
    /** Attempts that looks in progress may bring. */
    int setAside;
    /** Sessions that want this consumer and found it full, in order. */
    final Set<SessionWork> waiting = new LinkedHashSet<>();

    ConsumerSlots(ServedConsumer served, int maxFailures, int limit) {
        this.served = served;
        this.maxFailures = maxFailures;
        this.limit = limit;
    }

    String name() {
        return served.name();
    }
}
