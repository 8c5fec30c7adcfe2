package dev.a2.tck.model;

import dev.a2.store.PresenceEntry;
import dev.a2.store.PresencePatch;
import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import dev.a2.store.WorkMark;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** What stores of one storage share: all data, and who listens. */
public final class NaiveStorage {
    /** How the data is worked on; one with a planted fault takes the place of one of these in the kit's own tests. */
    record Operations(
            NaiveLog log,
            NaiveWork work,
            NaiveCursors cursors,
            NaiveSnapshots snapshots,
            NaivePresence presence,
            NaiveMarks marks,
            NaiveTransfer transfer) {
        static Operations right() {
            NaiveLog log = new NaiveLog();
            return with(log, new NaiveWork(log));
        }

        static Operations with(NaiveLog log, NaiveWork work) {
            return new Operations(
                    log,
                    work,
                    new NaiveCursors(log, work),
                    new NaiveSnapshots(log),
                    new NaivePresence(),
                    new NaiveMarks(),
                    new NaiveTransfer());
        }
    }

    /** Somebody who listens to a session, from one store. */
    record Ear<L>(NaiveStore store, String sessionId, L listener, Mailbox mailbox) {}

    final ReentrantLock lock = new ReentrantLock();
    final Map<String, NaiveSession> sessions = new TreeMap<>();
    final Map<String, List<PresenceEntry>> presence = new TreeMap<>();
    final List<WorkMark> marks = new ArrayList<>();

    final List<Ear<Wakeups.Listener>> wakeupEars = new ArrayList<>();
    final List<Ear<Consumer<PresencePatch>>> presenceEars = new ArrayList<>();
    final List<Ear<Runnable>> workEars = new ArrayList<>();

    final Operations operations;

    /** Storage that holds nothing. */
    public NaiveStorage() {
        this(Operations.right());
    }

    NaiveStorage(Operations operations) {
        this.operations = operations;
    }

    NaiveSession session(String id) {
        return sessions.computeIfAbsent(id, NaiveSession::new);
    }

    void announce(Wakeup wakeup) {
        for (Ear<Wakeups.Listener> ear : wakeupEars) {
            if (ear.sessionId.equals(wakeup.sessionId())) {
                ear.mailbox.post(() -> ear.listener.onWakeup(wakeup));
            }
        }
    }

    void announceWork() {
        workEars.forEach(ear -> ear.mailbox.post(ear.listener));
    }

    void announcePresence(NaiveStore from, PresencePatch patch) {
        for (Ear<Consumer<PresencePatch>> ear : presenceEars) {
            if (ear.store != from && ear.sessionId.equals(patch.sessionId())) {
                ear.mailbox.post(() -> ear.listener.accept(patch));
            }
        }
    }

    /** Takes an event away as damage would. */
    public void loseEvent(String sessionId, long index) {
        lock.lock();
        try {
            session(sessionId).events.removeIf(event -> event.index() == index);
        } finally {
            lock.unlock();
        }
    }

    /** Empties the work index. */
    public void loseWorkIndex() {
        lock.lock();
        try {
            marks.clear();
        } finally {
            lock.unlock();
        }
    }
}
