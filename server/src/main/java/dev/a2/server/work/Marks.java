package dev.a2.server.work;

import dev.a2.Platform;
import dev.a2.store.SessionStore;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps the marks of the work index in line with what became of heads (WRK-3). What comes of a failure is a look too many, or one
 * that is late by a mark's lease.
 */
final class Marks {
    private static final System.Logger LOG = System.getLogger(Marks.class.getName());
    private static final Duration GATHERED = Duration.ofMillis(250);
    private static final int MOST = 10_000;

    private final SessionStore store;
    private final Platform platform;
    private final ReentrantLock lock = new ReentrantLock();
    private Map<String, Set<String>> gathered = new LinkedHashMap<>();

    Marks(SessionStore store, Platform platform) {
        this.store = store;
        this.platform = platform;
    }

    SessionStore store() {
        return store;
    }

    /** Soon, together with what else happens there meanwhile. */
    void soon(String session, Set<String> consumers) {
        lock.lock();
        try {
            if (gathered.isEmpty()) {
                platform.after(GATHERED, "a2 refresh marks", this::refreshGathered);
            }
            if (gathered.size() < MOST || gathered.containsKey(session)) {
                gathered.computeIfAbsent(session, id -> new LinkedHashSet<>()).addAll(consumers);
            }
        } finally {
            lock.unlock();
        }
    }

    private void refreshGathered() {
        Map<String, Set<String>> all;
        lock.lock();
        try {
            all = gathered;
            gathered = new LinkedHashMap<>();
        } finally {
            lock.unlock();
        }
        all.forEach(this::refresh);
    }

    /** At once, while the caller goes on. */
    void now(List<String> sessions, Set<String> consumers) {
        platform.startUrgent("a2 give back marks", () -> sessions.forEach(session -> refresh(session, consumers)));
    }

    /** At once, before the caller goes on. */
    void refresh(String session, Set<String> consumers) {
        try {
            store.refreshWork(session, consumers);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "a mark of session " + session + " could not be refreshed", e);
        }
    }
}
