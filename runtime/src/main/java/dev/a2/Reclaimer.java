package dev.a2;

import dev.a2.store.SessionStore;

/** Deletes what lies below clear markers, page by page (CLR-6). What it does not get to is left to a later sweep. */
final class Reclaimer {
    private static final int TRIES = 5;

    private final SessionStore store;
    private final Platform platform;
    private final Observer observer;
    private final Backoff backoff;
    private volatile boolean closed;

    Reclaimer(SessionStore store, Platform platform, Observer observer) {
        this.store = store;
        this.platform = platform;
        this.observer = observer;
        this.backoff = Backoff.background(platform);
    }

    void start(String sessionId) {
        platform.startUrgent("a2 reclaim " + sessionId, () -> reclaim(sessionId, 1));
    }

    private void reclaim(String sessionId, int tries) {
        try {
            while (!closed && !store.reclaim(sessionId).done()) {
                // There is another page.
            }
        } catch (RuntimeException e) {
            observer.storeFailed("reclaiming session " + sessionId, e);
            if (tries < TRIES) {
                platform.after(backoff.after(tries), "a2 reclaim again", () -> reclaim(sessionId, tries + 1));
            }
        }
    }

    void close() {
        closed = true;
    }
}
