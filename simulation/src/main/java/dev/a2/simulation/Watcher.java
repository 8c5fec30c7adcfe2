package dev.a2.simulation;

import dev.a2.store.Event;
import dev.a2.store.Reserved;
import java.util.Locale;

/** Somebody who follows a session's feed, and what he may see there (I13). */
final class Watcher {
    final String session;
    final Life life;
    private long last;

    Watcher(String session, Life life, long after) {
        this.session = session;
        this.life = life;
        this.last = after;
    }

    long last() {
        return last;
    }

    /** Sees an event, which must be the next one and as it is stored. */
    void see(Event event, SessionBook book) {
        boolean next = event.index() == last + 1;
        boolean marker = event.index() > last && event.type().equals(Reserved.CLEAR_TYPE);
        if (!next && !marker) {
            throw new Broken(
                    "I13",
                    String.format(Locale.ROOT, "a feed of %s yielded %d after %d", session, event.index(), last));
        }
        if (!book.agreesWith(event)) {
            throw new Broken("I2", "a feed of " + session + " yielded another event than is stored: " + event);
        }
        last = event.index();
    }
}
