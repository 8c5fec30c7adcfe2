package dev.a2;

import dev.a2.A2Listener.Ending;
import dev.a2.store.ClaimNext;
import dev.a2.store.ClaimResult;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import dev.a2.store.Served;
import dev.a2.store.SessionStore;
import dev.a2.store.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs heads: looks at sessions that may have some, claims what is free, runs an attempt of each (RT-4 to RT-8, RT-11,
 * RT-12).
 *
 * <p>A hint names a session and consumers that may have free heads in it; where it comes from does not matter, and too
 * many do no harm. Sessions with hints take turns in {@link #ready}. A look is one claim call, for a few heads at most;
 * slots for them are set aside before it. A session that may have more goes to the end of the queue. One whose consumer is
 * full waits with that consumer. When nothing of a session is left to do here, its marks in the work index are brought in
 * line, and it is forgotten.
 *
 * <p>No head is claimed twice here: a session has one look at a time, which leaves out the cursors of what runs (CLM-1), and
 * only what runs claims its cursor's next head.
 *
 * <p>One lock guards all of it, sessions and slots included. Under it tasks are started, but no call is made to the store or
 * to user code, and nothing waits.
 */
final class Dispatcher {
    /** Looks in progress at once. */
    private static final int LOOKS = 16;

    /** Most heads that one look claims. */
    private static final int HEADS_PER_LOOK = 16;

    private final Setting setting;
    private final AttemptRunner runner;
    private final Backoff backoff;
    private final Renewer renewer;
    private final Shutdown shutdown;
    private final Upkeep upkeep;
    private final Watchers watchers = new Watchers();
    private final ReentrantLock lock = new ReentrantLock();
    private final Slots slots;
    private final Map<String, SessionWork> sessions = new LinkedHashMap<>();
    private final Set<SessionWork> ready = new LinkedHashSet<>();
    private final Declined declined = new Declined();
    private int looks;
    private boolean closing;

    /**
     * What it works with.
     *
     * @param holder the name of this process's claims, unlike any other's
     * @param pollInterval how often the work index is polled
     */
    record Setting(
            SessionStore store,
            Platform platform,
            Observer observer,
            String holder,
            Served served,
            Duration claimTtl,
            Duration pollInterval,
            Concurrency concurrency) {}

    Dispatcher(Setting setting, AttemptRunner runner, Collection<ConsumerSlots> consumers) {
        this.setting = setting;
        this.runner = runner;
        this.slots = new Slots(setting.concurrency(), consumers);
        // A claim whose answer was lost must be asked for again before it lapses.
        long most = Math.min(5_000, setting.claimTtl().toMillis() / 6);
        this.backoff = new Backoff(setting.platform(), Duration.ofMillis(50), Duration.ofMillis(most));
        this.renewer = new Renewer(this, setting.claimTtl());
        this.shutdown = new Shutdown(this);
        this.upkeep = new Upkeep(setting.store(), setting.observer(), setting.holder());
    }

    SessionStore store() {
        return setting.store();
    }

    Platform platform() {
        return setting.platform();
    }

    Observer observer() {
        return setting.observer();
    }

    String holder() {
        return setting.holder();
    }

    Served served() {
        return setting.served();
    }

    AttemptRunner runner() {
        return runner;
    }

    Backoff backoff() {
        return backoff;
    }

    Upkeep upkeep() {
        return upkeep;
    }

    Watchers watchers() {
        return watchers;
    }

    // ---- hints and looks

    /** These consumers may have free heads in that session. */
    void hint(String sessionId, Collection<String> names) {
        lock.lock();
        try {
            List<String> mine = slots.served(names);
            if (closing || mine.isEmpty()) {
                return;
            }
            SessionWork session = sessions.computeIfAbsent(sessionId, SessionWork::new);
            session.wanted.addAll(mine);
            offer(session);
        } finally {
            lock.unlock();
        }
        pump();
    }

    /** How many more sessions it makes sense to hint at. */
    int appetite() {
        lock.lock();
        try {
            return Math.max(0, 4 * setting.concurrency().perProcess() - sessions.size());
        } finally {
            lock.unlock();
        }
    }

    /** Whether something goes on in that session here already. */
    boolean isBusyWith(String sessionId) {
        lock.lock();
        try {
            return sessions.containsKey(sessionId);
        } finally {
            lock.unlock();
        }
    }

    private void offer(SessionWork session) {
        if (!closing && !session.looking && !session.delayed && !session.wanted.isEmpty()) {
            ready.add(session);
        }
    }

    /** Starts as many looks as there is room for. */
    private void pump() {
        for (Look look = nextLook(); look != null; look = nextLook()) {
            Look mine = look;
            platform().startUrgent("a2 look at " + mine.session().id, () -> look(mine));
        }
    }

    private @Nullable Look nextLook() {
        lock.lock();
        try {
            while (!closing && looks < LOOKS && !slots.isFull()) {
                Iterator<SessionWork> first = ready.iterator();
                if (!first.hasNext()) {
                    return null;
                }
                SessionWork session = first.next();
                first.remove();
                Look look = lookAt(session);
                if (look != null) {
                    return look;
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** Sets slots aside for a look, or leaves the session to whoever frees the ones that it waits for. */
    private @Nullable Look lookAt(SessionWork session) {
        List<ConsumerSlots> chosen = new ArrayList<>();
        int room = HEADS_PER_LOOK;
        for (String name : session.wanted) {
            ConsumerSlots consumer = slots.of(name);
            consumer.waiting.remove(session);
            if (slots.free(consumer) <= 0) {
                consumer.waiting.add(session);
                continue;
            }
            int free = slots.free(consumer, session);
            if (free > 0 && (chosen.isEmpty() || chosen.get(0).maxFailures == consumer.maxFailures)) {
                chosen.add(consumer);
                room = Math.min(room, free);
            }
        }
        if (chosen.isEmpty()) {
            return null;
        }
        Set<HeadRef> exclude = new LinkedHashSet<>(session.attempts.keySet());
        exclude.addAll(declined.of(session.id));
        boolean resume = chosen.stream().map(ConsumerSlots::name).anyMatch(session.resume::contains);
        Look look = new Look(session, chosen, room, resume, exclude);
        session.wanted.removeAll(look.names());
        session.looking = true;
        looks++;
        slots.setAside(chosen, room);
        return look;
    }

    private void look(Look look) {
        try {
            looked(look, store().claimAvailable(look.request(holder(), When.after(setting.claimTtl()))));
        } catch (Throwable e) {
            lookFailed(look, e);
        }
    }

    private void looked(Look look, ClaimResult result) {
        List<Head> heads = result instanceof ClaimResult.Claimed claimed ? claimed.heads() : List.of();
        List<Attempt> started = new ArrayList<>();
        List<Head> unwanted = new ArrayList<>();
        boolean refresh;
        lock.lock();
        try {
            SessionWork session = look.session();
            putBack(look);
            session.failures = 0;
            session.touched.addAll(look.names());
            for (Head head : heads) {
                if (closing) {
                    unwanted.add(head);
                } else {
                    add(session, head).ifPresent(started::add);
                }
            }
            if (heads.size() >= look.limit()) {
                session.wanted.addAll(look.names());
            }
            session.resume.removeAll(look.names());
            refresh = result instanceof ClaimResult.Busy && !session.attempts.isEmpty();
            renewer.watch(session);
            offer(session);
            slots.wake().forEach(this::offer);
            settleDown(session);
        } finally {
            lock.unlock();
        }
        tell(look.session().id);
        upkeep.report(look.session().id, heads);
        started.forEach(Attempt::start);
        upkeep.giveBack(look.session().id, unwanted);
        if (refresh) {
            upkeep.refresh(look.session().id, look.names());
        }
        pump();
    }

    private void lookFailed(Look look, Throwable error) {
        SessionWork session = look.session();
        lock.lock();
        try {
            putBack(look);
            session.wanted.addAll(look.names());
            session.resume.addAll(look.names());
            session.delayed = true;
            session.failures++;
            slots.wake().forEach(this::offer);
            platform().after(backoff.after(session.failures), "a2 look again", () -> lookAgain(session));
        } finally {
            lock.unlock();
        }
        tell(session.id);
        observer().storeFailed("claiming in session " + session.id, error);
        pump();
    }

    /** Something ended: whoever waits for that looks again. */
    private void tell(String sessionId) {
        watchers.tell(sessionId);
        shutdown.tell();
    }

    private void lookAgain(SessionWork session) {
        lock.lock();
        try {
            session.delayed = false;
            offer(session);
        } finally {
            lock.unlock();
        }
        pump();
    }

    private void putBack(Look look) {
        look.session().looking = false;
        looks--;
        slots.putBack(look.consumers(), look.limit());
    }

    /** An attempt of a claimed head, unless it is a dead letter. */
    private Optional<Attempt> add(SessionWork session, Head head) {
        if (head.dispatch().failedAt() != null) {
            return Optional.empty();
        }
        Attempt attempt = new Attempt(this, session, slots.of(head.consumer()), head);
        session.attempts.put(head.ref(), attempt);
        slots.take(attempt.consumer);
        return Optional.of(attempt);
    }

    // ---- attempts

    /** What to ask for beside a completion: the next head of the cursor, unless somebody else waits for the slot (RT-12). */
    @Nullable ClaimNext claimNext(Attempt attempt) {
        lock.lock();
        try {
            boolean serial = attempt.head.lane() != null;
            boolean othersWait = !attempt.consumer.waiting.isEmpty() || slots.isFull() && !ready.isEmpty();
            if (!serial || othersWait || closing) {
                return null;
            }
            return new ClaimNext(holder(), When.after(setting.claimTtl()), attempt.consumer.maxFailures);
        } finally {
            lock.unlock();
        }
    }

    /**
     * An attempt is over.
     *
     * @param freesSlot false while its user code still runs
     */
    void ended(Attempt attempt, Attempt.Ended ended, boolean freesSlot) {
        SessionWork session = attempt.session;
        Head next = ended.next();
        Attempt started = null;
        List<Head> unwanted = new ArrayList<>();
        lock.lock();
        try {
            session.attempts.remove(attempt.ref.head());
            session.touched.add(attempt.ref.consumer());
            session.wanted.addAll(slots.served(ended.consumers()));
            if (freesSlot) {
                slots.giveBack(attempt.consumer);
            }
            if (mayHaveAnother(attempt, ended.ending())) {
                session.wanted.add(attempt.ref.consumer());
            }
            if (next != null && closing) {
                unwanted.add(next);
            } else if (next != null) {
                started = add(session, next).orElse(null);
            }
            renewer.watch(session);
            again(session, attempt, ended.retryAfter());
            offer(session);
            slots.wake().forEach(this::offer);
            settleDown(session);
        } finally {
            lock.unlock();
        }
        tell(session.id);
        if (next != null) {
            upkeep.report(session.id, List.of(next));
        }
        if (started != null) {
            started.start();
        }
        upkeep.giveBack(session.id, unwanted);
        pump();
    }

    /** Whether the attempt's cursor may have a free head that looks left out while it ran. */
    private static boolean mayHaveAnother(Attempt attempt, Ending ending) {
        boolean serial = attempt.head.lane() != null;
        return serial && (ending == Ending.SUPERSEDED || ending == Ending.COMPLETED && !attempt.askedForNext());
    }

    /** Looks again when a failed head is free again, if that is soon; what is later, a poll of the work index finds. */
    private void again(SessionWork session, Attempt attempt, @Nullable Duration retryAfter) {
        if (retryAfter == null || closing) {
            return;
        }
        if (retryAfter.isZero()) {
            session.wanted.add(attempt.ref.consumer());
        } else if (retryAfter.compareTo(setting.pollInterval()) <= 0) {
            Set<String> consumer = Set.of(attempt.ref.consumer());
            platform().after(retryAfter, "a2 retry", () -> hint(session.id, consumer));
        }
    }

    /** This deployment cannot handle the attempt's head: leave it to others. */
    void declined(Attempt attempt) {
        lock.lock();
        try {
            declined.add(attempt.sessionId(), attempt.ref.head());
        } finally {
            lock.unlock();
        }
    }

    /** User code of an attempt that was over already came back. */
    void slotIsFree(Attempt attempt) {
        lock.lock();
        try {
            slots.giveBack(attempt.consumer);
            offer(attempt.session);
            slots.wake().forEach(this::offer);
        } finally {
            lock.unlock();
        }
        pump();
    }

    /** Forgets a session in which nothing is left to do here. */
    private void settleDown(SessionWork session) {
        if (session.isIdle() && sessions.remove(session.id, session)) {
            renewer.forget(session);
            // A mark that this process cannot clear stays leased, so that others get to see it.
            declined.of(session.id).forEach(head -> session.touched.remove(head.consumer()));
            if (!session.touched.isEmpty() && !closing) {
                Set<String> touched = new LinkedHashSet<>(session.touched);
                platform().startUrgent("a2 refresh " + session.id, () -> upkeep.refresh(session.id, touched));
            }
        }
    }

    /** Does something short that must not be mixed with anything else. */
    void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }

    /** The claims that a session's attempts hold. */
    List<Attempt> attempts(SessionWork session) {
        lock.lock();
        try {
            return List.copyOf(session.attempts.values());
        } finally {
            lock.unlock();
        }
    }

    /** Looks whether a session's attempts still own their heads, now: it was cleared, perhaps. */
    void checkClaims(String sessionId) {
        SessionWork session;
        lock.lock();
        try {
            session = sessions.get(sessionId);
        } finally {
            lock.unlock();
        }
        if (session != null) {
            renewer.renew(session);
        }
    }

    // ---- closing

    /** Takes no new work, waits for handlers, then interrupts them and gives their claims back (RT-11). */
    void close(Duration grace) {
        locked(() -> {
            closing = true;
            ready.clear();
            slots.dismiss();
        });
        shutdown.run(grace);
        locked(() -> {
            sessions.values().forEach(renewer::forget);
            sessions.clear();
        });
    }

    /** Whether no claim is held here, nor asked for. */
    boolean isQuiet() {
        lock.lock();
        try {
            return looks == 0 && sessions.values().stream().allMatch(session -> session.attempts.isEmpty());
        } finally {
            lock.unlock();
        }
    }

    /** All attempts that are not over. */
    List<Attempt> attempts() {
        lock.lock();
        try {
            return sessions.values().stream()
                    .flatMap(session -> session.attempts.values().stream())
                    .toList();
        } finally {
            lock.unlock();
        }
    }
}
