package dev.a2;

import dev.a2.A2Listener.Ending;
import dev.a2.store.ClaimNew;
import dev.a2.store.ClaimNext;
import dev.a2.store.ClaimResult;
import dev.a2.store.Head;
import dev.a2.store.Served;
import dev.a2.store.SessionStore;
import dev.a2.store.When;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs heads: looks at sessions that may have some, claims what is free, runs an attempt of each (RT-4 to RT-8, RT-11,
 * RT-12).
 *
 * <p>A hint names a session and consumers that may have free heads in it; where it comes from does not matter, and too
 * many do no harm. The {@link Agenda} says which session is looked at next. A look is one claim call, for a few heads at
 * most. A session that may have more goes to the end of the queue. When nothing of a session is left to do here, its marks in
 * the work index are brought in line, and it is forgotten.
 *
 * <p>One lock guards all of it, the agenda included. Under it tasks are started, but no call is made to the store or
 * to user code, and nothing waits. Tasks that run user code take it for looking and noting only: starting a timer may make
 * them wait for a processor, and everybody with them.
 */
final class Dispatcher {
    private final Setting setting;
    private final AttemptRunner runner;
    private final Backoff backoff;
    private final Renewer renewer;
    private final Shutdown shutdown;
    private final Upkeep upkeep;
    private final Watchers watchers = new Watchers();
    private final BriefLock lock = new BriefLock();
    private final Agenda agenda;
    private final Endings endings;
    private Runnable hungry = () -> {}; // under the lock
    private boolean sated; // under the lock

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
        this.agenda = new Agenda(setting.concurrency(), consumers);
        this.endings = new Endings(setting.platform());
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
        locked(() -> agenda.want(sessionId, names));
        pump();
    }

    /** How many more sessions it makes sense to hint at; if none, {@link #whenHungry} tells when that changes. */
    int appetite() {
        return locked(() -> {
            int appetite = agenda.appetite();
            sated = appetite == 0;
            return appetite;
        });
    }

    /** What to do when there is an appetite again. */
    void whenHungry(Runnable fetch) {
        locked(() -> hungry = fetch);
    }

    /** Whether something goes on in that session here already. */
    boolean isBusyWith(String sessionId) {
        return locked(() -> agenda.get(sessionId) != null);
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
            return agenda.nextLook();
        } finally {
            lock.unlock();
        }
    }

    private void look(Look look) {
        try {
            looked(look, store().claimAvailable(look.request(holder(), When.after(setting.claimTtl()))));
        } catch (Throwable e) {
            lookFailed(look, e);
        }
    }

    private void looked(Look look, ClaimResult result) {
        SessionWork session = look.session();
        List<Head> heads = result instanceof ClaimResult.Claimed claimed ? claimed.heads() : List.of();
        boolean running = takeIn(session, heads, () -> {
            agenda.end(look);
            session.failures = 0;
            session.touched.addAll(look.names());
            session.resume.removeAll(look.names());
            if (heads.size() >= look.limit()) {
                session.wanted.addAll(look.names());
            }
        });
        if (running && result instanceof ClaimResult.Busy) {
            upkeep.refresh(session.id, look.names());
        }
    }

    private void lookFailed(Look look, Throwable error) {
        SessionWork session = look.session();
        lock.lock();
        try {
            agenda.end(look);
            session.wanted.addAll(look.names());
            session.resume.addAll(look.names());
            session.delayed = true;
            session.failures++;
            agenda.wake();
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
        locked(() -> {
            session.delayed = false;
            agenda.offer(session);
        });
        pump();
    }

    // ---- what appends bring

    /** Slots for heads of these consumers, which an append is about to make; null if they must wait for their turn. */
    @Nullable Arrival expect(String sessionId, List<String> heads) {
        return locked(() -> agenda.expect(sessionId, heads));
    }

    /** How such an append claims them. */
    ClaimNew claimNew() {
        return new ClaimNew(holder(), When.after(setting.claimTtl()));
    }

    /**
     * The append is over.
     *
     * @param claimed what it made and claimed
     * @param others consumers that may have work beside that
     * @param doubtful an answer was lost, so it may have claimed more
     */
    void arrived(Arrival arrival, List<Head> claimed, Set<String> others, boolean doubtful) {
        SessionWork session = arrival.session();
        takeIn(session, claimed, () -> {
            agenda.end(arrival);
            List<String> wanted = agenda.served(others);
            session.wanted.addAll(wanted);
            if (doubtful) {
                session.resume.addAll(wanted);
            }
            arrival.slots().forEach(consumer -> session.touched.add(consumer.name()));
        });
    }

    // ---- attempts

    /**
     * Starts what was claimed in a session, and sees what comes next there.
     *
     * @param change made before, under the lock
     * @return whether anything runs there now
     */
    private boolean takeIn(SessionWork session, List<Head> claimed, Runnable change) {
        List<Attempt> taken;
        boolean running;
        lock.lock();
        try {
            change.run();
            taken = take(session, claimed);
            running = !session.attempts.isEmpty();
            renewer.watch(session);
            agenda.offer(session);
            agenda.wake();
            settleDown(session);
        } finally {
            lock.unlock();
        }
        start(session, claimed, taken);
        pump();
        return running;
    }

    /** Attempts of claimed heads, those aside that became dead letters; none any more while closing. Under the lock. */
    private List<Attempt> take(SessionWork session, List<Head> claimed) {
        if (agenda.isClosed()) {
            return List.of();
        }
        List<Attempt> attempts = claimed.stream()
                .filter(head -> head.dispatch().failedAt() == null && !session.attempts.containsKey(head.ref()))
                .map(head -> new Attempt(this, session, agenda.slots(head.consumer()), head))
                .toList();
        attempts.forEach(agenda::begin);
        return attempts;
    }

    /** Starts what was taken of claimed heads, and sees to the others. */
    private void start(SessionWork session, List<Head> claimed, List<Attempt> taken) {
        tell(session.id);
        taken.forEach(Attempt::start);
        if (taken.size() < claimed.size()) {
            platform().startUrgent("a2 claimed in vain", () -> {
                upkeep.report(session.id, claimed);
                if (taken.isEmpty()) {
                    upkeep.giveBack(session.id, claimed);
                }
            });
        }
    }

    /** What to ask for beside a completion: the next head of the cursor, unless somebody else waits for the slot (RT-12). */
    @Nullable ClaimNext claimNext(Attempt attempt) {
        lock.lock();
        try {
            boolean serial = attempt.head.lane() != null;
            if (!serial || agenda.othersWaitFor(attempt.consumer) || agenda.isClosed()) {
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
        endings.add(() -> end(attempt, ended, freesSlot));
    }

    private void end(Attempt attempt, Attempt.Ended ended, boolean freesSlot) {
        SessionWork session = attempt.session;
        takeIn(session, ended.claimed(), () -> {
            session.end(attempt);
            session.touched.add(attempt.ref.consumer());
            session.wanted.addAll(agenda.served(ended.consumers()));
            if (freesSlot) {
                agenda.giveBack(attempt.consumer);
            }
            if (mayHaveAnother(attempt, ended.ending())) {
                session.wanted.add(attempt.ref.consumer());
            }
            again(session, attempt, ended.retryAfter());
        });
    }

    /** Whether the attempt's cursor may have a free head that looks left out while it ran. */
    private static boolean mayHaveAnother(Attempt attempt, Ending ending) {
        boolean serial = attempt.head.lane() != null;
        return serial && (ending == Ending.SUPERSEDED || ending == Ending.COMPLETED && !attempt.askedForNext());
    }

    /** Looks again when a failed head is free again, if that is soon; what is later, a poll of the work index finds. */
    private void again(SessionWork session, Attempt attempt, @Nullable Duration retryAfter) {
        if (retryAfter == null) {
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
        locked(() -> agenda.decline(attempt.sessionId(), attempt.ref.head()));
    }

    /** User code of an attempt that was over already came back. */
    void slotIsFree(Attempt attempt) {
        locked(() -> {
            agenda.giveBack(attempt.consumer);
            agenda.offer(attempt.session);
            agenda.wake();
        });
        pump();
    }

    /** Forgets a session in which nothing is left to do here. */
    private void settleDown(SessionWork session) {
        if (agenda.settleDown(session)) {
            renewer.forget(session);
            if (sated && agenda.appetite() >= agenda.goodAppetite()) {
                sated = false;
                platform().startUrgent("a2 hungry", hungry);
            }
            // A mark that this process cannot clear stays leased, so that others get to see it.
            agenda.declined(session.id).forEach(head -> session.touched.remove(head.consumer()));
            // After a close the store may be closed as well.
            if (!session.touched.isEmpty() && !agenda.isClosed()) {
                Set<String> touched = new LinkedHashSet<>(session.touched);
                platform().startUrgent("a2 refresh " + session.id, () -> upkeep.refresh(session.id, touched));
            }
        }
    }

    private <T> T locked(Supplier<T> question) {
        lock.lock();
        try {
            return question.get();
        } finally {
            lock.unlock();
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
        return locked(() -> List.copyOf(session.attempts.values()));
    }

    /** Looks whether a session's attempts still own their heads, now: it was cleared, perhaps. */
    void checkClaims(String sessionId) {
        SessionWork session;
        lock.lock();
        try {
            session = agenda.get(sessionId);
        } finally {
            lock.unlock();
        }
        if (session != null) {
            renewer.renew(session);
        }
    }

    // ---- closing

    /** From now on nothing new is looked for or begun here. */
    void takeNoMore() {
        locked(agenda::close);
    }

    /** Takes no new work, waits for handlers, then interrupts them and gives their claims back (RT-11). */
    void close(Duration grace) {
        takeNoMore();
        shutdown.run(grace);
        locked(() -> agenda.dismiss().forEach(renewer::forget));
    }

    /** Whether no claim is held here, nor asked for. */
    boolean isQuiet() {
        return locked(() ->
                !agenda.isClaiming() && agenda.sessions().stream().allMatch(session -> session.attempts.isEmpty()));
    }

    /** All attempts that are not over. */
    List<Attempt> attempts() {
        return locked(() -> agenda.sessions().stream()
                .flatMap(session -> session.attempts.values().stream())
                .toList());
    }
}
