package dev.a2;

import dev.a2.A2Listener.Ending;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimNext;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import dev.a2.store.ReleaseRequest;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
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
 * <p>One lock guards all of it, sessions and slots included; under it nothing waits and nobody else is called.
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
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, ConsumerSlots> consumers = new LinkedHashMap<>();
    private final Map<String, SessionWork> sessions = new LinkedHashMap<>();
    private final Set<SessionWork> ready = new LinkedHashSet<>();
    private final Declined declined = new Declined();
    private final Map<String, Set<Gate>> watchers = new LinkedHashMap<>();
    private final Gate quiet;
    private int looks;
    private int used;
    private boolean closing;

    /**
     * What it works with.
     *
     * @param holder the name of this process's claims, unlike any other's
     */
    record Setting(
            SessionStore store,
            Platform platform,
            Observer observer,
            String holder,
            Served served,
            Duration claimTtl,
            Concurrency concurrency) {}

    Dispatcher(Setting setting, AttemptRunner runner, Collection<ConsumerSlots> consumers) {
        this.setting = setting;
        this.runner = runner;
        // A claim whose answer was lost must be asked for again before it lapses.
        long most = Math.min(5_000, setting.claimTtl().toMillis() / 6);
        this.backoff = new Backoff(setting.platform(), Duration.ofMillis(50), Duration.ofMillis(most));
        this.renewer = new Renewer(this, setting.claimTtl());
        this.quiet = setting.platform().newGate();
        consumers.forEach(consumer -> this.consumers.put(consumer.name(), consumer));
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

    // ---- hints and looks

    /** These consumers may have free heads in that session. */
    void hint(String sessionId, Collection<String> names) {
        lock.lock();
        try {
            List<String> mine = names.stream().filter(consumers::containsKey).toList();
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

    /**
     * A claim call to make.
     *
     * @param limit most heads, for which slots are set aside
     */
    private record Look(
            SessionWork session, List<ConsumerSlots> consumers, int limit, boolean resume, Set<HeadRef> exclude) {
        Set<String> names() {
            Set<String> names = new LinkedHashSet<>();
            consumers.forEach(consumer -> names.add(consumer.name()));
            return names;
        }
    }

    private @Nullable Look nextLook() {
        lock.lock();
        try {
            while (!closing && looks < LOOKS && used < setting.concurrency().perProcess()) {
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
        if (session.resume && session.nexts > 0) {
            return null;
        }
        List<ConsumerSlots> chosen = new ArrayList<>();
        int room = HEADS_PER_LOOK;
        for (String name : session.wanted) {
            ConsumerSlots consumer = slots(name);
            int free = free(consumer);
            consumer.waiting.remove(session);
            if (free <= 0) {
                consumer.waiting.add(session);
            }
            int here =
                    Math.min(free, Math.toIntExact(setting.concurrency().perSession() - session.attemptsOf(consumer)));
            if (here > 0 && (chosen.isEmpty() || chosen.get(0).maxFailures == consumer.maxFailures)) {
                chosen.add(consumer);
                room = Math.min(room, here);
            }
        }
        if (chosen.isEmpty()) {
            return null;
        }
        Set<HeadRef> exclude = new LinkedHashSet<>(session.attempts.keySet());
        exclude.addAll(declined.of(session.id));
        Look look = new Look(session, chosen, room, session.resume, exclude);
        session.wanted.removeAll(look.names());
        session.looking = true;
        looks++;
        used += room;
        for (ConsumerSlots consumer : chosen) {
            consumer.used += room;
        }
        return look;
    }

    private ConsumerSlots slots(String name) {
        ConsumerSlots slots = consumers.get(name);
        if (slots == null) {
            throw new IllegalStateException("consumer " + name + " is not served here");
        }
        return slots;
    }

    /** How many more attempts of a consumer may run: half of all slots are kept for each consumer in equal parts. */
    private int free(ConsumerSlots consumer) {
        int all = setting.concurrency().perProcess();
        int part = all / (2 * consumers.size());
        int kept = 0;
        for (ConsumerSlots other : consumers.values()) {
            if (other != consumer) {
                kept += Math.max(0, part - other.used);
            }
        }
        return Math.min(consumer.limit - consumer.used, all - used - kept);
    }

    private void look(Look look) {
        List<ServedConsumer> served =
                look.consumers().stream().map(consumer -> consumer.served).toList();
        ClaimRequest request = new ClaimRequest(
                look.session().id,
                holder(),
                When.after(setting.claimTtl()),
                new Served(served),
                look.exclude(),
                look.consumers().get(0).maxFailures,
                null,
                look.limit(),
                look.resume());
        try {
            looked(look, store().claimAvailable(request));
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
            session.resume = session.resume && !look.resume();
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
            refresh = result instanceof ClaimResult.Busy && !session.attempts.isEmpty();
            renewer.watch(session);
            offer(session);
            wakeWaiting();
            settleDown(session);
        } finally {
            lock.unlock();
        }
        report(look.session().id, heads);
        started.forEach(Attempt::start);
        giveBack(look.session().id, unwanted);
        if (refresh) {
            refresh(look.session().id, look.names());
        }
        pump();
    }

    private void lookFailed(Look look, Throwable error) {
        SessionWork session = look.session();
        boolean definite = error instanceof StoreException e && e.effect() == StoreException.Effect.NOT_APPLIED;
        lock.lock();
        try {
            putBack(look);
            session.wanted.addAll(look.names());
            session.resume = session.resume || !definite;
            session.delayed = true;
            session.failures++;
            wakeWaiting();
            platform().after(backoff.after(session.failures), "a2 look again", () -> lookAgain(session));
        } finally {
            lock.unlock();
        }
        observer().storeFailed("claiming in session " + session.id, error);
        pump();
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

    /** Returns the slots that were set aside. */
    private void putBack(Look look) {
        look.session().looking = false;
        looks--;
        used -= look.limit();
        look.consumers().forEach(consumer -> consumer.used -= look.limit());
        openIfQuiet();
    }

    /** An attempt of a claimed head, unless it is a dead letter or runs here already. */
    private Optional<Attempt> add(SessionWork session, Head head) {
        if (head.dispatch().failedAt() != null || session.attempts.containsKey(head.ref())) {
            return Optional.empty();
        }
        Attempt attempt = new Attempt(this, session, slots(head.consumer()), head);
        session.attempts.put(head.ref(), attempt);
        attempt.consumer.used++;
        used++;
        return Optional.of(attempt);
    }

    /** Heads whose last worker died over them once too often were not claimed, but made dead letters (CLM-4). */
    private void report(String sessionId, List<Head> heads) {
        for (Head head : heads) {
            if (head.dispatch().failedAt() != null) {
                String error = head.dispatch().lastError();
                observer().deadLettered(sessionId, head.attempt(), error == null ? "its claim lapsed" : error);
            }
        }
    }

    // ---- attempts

    /** What to ask for beside a completion: the next head of the cursor, unless somebody else waits for the slot (RT-12). */
    @Nullable ClaimNext claimNext(Attempt attempt) {
        lock.lock();
        try {
            boolean serial = attempt.head.lane() != null;
            boolean othersWait = !attempt.consumer.waiting.isEmpty()
                    || used >= setting.concurrency().perProcess() && !ready.isEmpty();
            if (!serial || othersWait || closing || attempt.session.resume) {
                return null;
            }
            attempt.session.nexts++;
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
            session.attempts.remove(attempt.ref.head(), attempt);
            session.touched.add(attempt.ref.consumer());
            session.wanted.addAll(
                    ended.consumers().stream().filter(consumers::containsKey).toList());
            if (freesSlot) {
                free(attempt);
            }
            if (attempt.asksForNext()) {
                session.nexts--;
            } else if (ended.ending() == Ending.COMPLETED && attempt.head.lane() != null) {
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
            wakeWaiting();
            settleDown(session);
            openIfQuiet();
        } finally {
            lock.unlock();
        }
        if (next != null) {
            report(session.id, List.of(next));
        }
        if (started != null) {
            started.start();
        }
        giveBack(session.id, unwanted);
        pump();
    }

    /** Looks again when a failed head is free again; whoever dies before that leaves it to the work index. */
    private void again(SessionWork session, Attempt attempt, @Nullable Duration retryAfter) {
        if (retryAfter == null || closing) {
            return;
        }
        if (retryAfter.isZero()) {
            session.wanted.add(attempt.ref.consumer());
        } else {
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
            free(attempt);
            offer(attempt.session);
            wakeWaiting();
        } finally {
            lock.unlock();
        }
        pump();
    }

    private void free(Attempt attempt) {
        used--;
        attempt.consumer.used--;
    }

    /** Sessions that wait for a consumer take their turns when it has room. */
    private void wakeWaiting() {
        for (ConsumerSlots consumer : consumers.values()) {
            int room = consumer.waiting.isEmpty() ? 0 : free(consumer);
            Iterator<SessionWork> waiting = consumer.waiting.iterator();
            for (; room > 0 && waiting.hasNext(); room--) {
                SessionWork session = waiting.next();
                waiting.remove();
                offer(session);
            }
        }
    }

    /** Forgets a session in which nothing is left to do here. */
    private void settleDown(SessionWork session) {
        Set<Gate> gates = watchers.getOrDefault(session.id, Set.of());
        gates.forEach(Gate::open);
        if (session.isIdle() && sessions.remove(session.id, session)) {
            renewer.forget(session);
            // A mark that this process cannot clear stays leased, so that others get to see it.
            declined.of(session.id).forEach(head -> session.touched.remove(head.consumer()));
            if (!session.touched.isEmpty() && !closing) {
                Set<String> touched = Set.copyOf(session.touched);
                platform().startUrgent("a2 refresh " + session.id, () -> refresh(session.id, touched));
            }
        }
    }

    /** Brings the marks of the work index in line (WRK-3). A failure leaves a mark that leads to another look. */
    private void refresh(String sessionId, Set<String> names) {
        try {
            store().refreshWork(sessionId, names);
        } catch (Throwable e) {
            observer().storeFailed("refreshing the work index", e);
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

    // ---- watching and closing

    /** Opens the gate whenever something ended in that session, until it is unwatched. */
    void watch(String sessionId, Gate gate) {
        lock.lock();
        try {
            watchers.computeIfAbsent(sessionId, id -> new LinkedHashSet<>()).add(gate);
        } finally {
            lock.unlock();
        }
    }

    void unwatch(String sessionId, Gate gate) {
        lock.lock();
        try {
            watchers.computeIfPresent(sessionId, (id, gates) -> {
                gates.remove(gate);
                return gates.isEmpty() ? null : gates;
            });
        } finally {
            lock.unlock();
        }
    }

    private void openIfQuiet() {
        if (closing && isQuiet()) {
            quiet.open();
        }
    }

    private boolean isQuiet() {
        return looks == 0 && sessions.values().stream().allMatch(session -> session.attempts.isEmpty());
    }

    /** Takes no new work, waits for handlers, then interrupts them and gives their claims back (RT-11). */
    void close(Duration grace) {
        lock.lock();
        try {
            closing = true;
            ready.clear();
            consumers.values().forEach(consumer -> consumer.waiting.clear());
        } finally {
            lock.unlock();
        }
        if (!awaitQuiet(grace)) {
            all().forEach(attempt -> attempt.cancel(Attempt.Cancellation.SHUTDOWN));
            awaitQuiet(Attempt.UNWIND);
        }
        abandonRest();
    }

    private boolean awaitQuiet(Duration time) {
        long start = platform().nanoTime();
        while (true) {
            lock.lock();
            try {
                if (isQuiet()) {
                    return true;
                }
            } finally {
                lock.unlock();
            }
            Duration left = time.minusNanos(platform().nanoTime() - start);
            if (left.isNegative() || left.isZero()) {
                return false;
            }
            try {
                quiet.await(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }

    private List<Attempt> all() {
        lock.lock();
        try {
            return sessions.values().stream()
                    .flatMap(session -> session.attempts.values().stream())
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    private void abandonRest() {
        Map<String, List<Head>> rest = new LinkedHashMap<>();
        for (Attempt attempt : all()) {
            if (attempt.abandon()) {
                rest.computeIfAbsent(attempt.sessionId(), id -> new ArrayList<>())
                        .add(attempt.head);
                observer().attemptEnded(attempt.sessionId(), attempt.ref, Ending.RELEASED);
            }
        }
        rest.forEach(this::giveBack);
        lock.lock();
        try {
            sessions.values().forEach(renewer::forget);
            sessions.clear();
        } finally {
            lock.unlock();
        }
    }

    private void giveBack(String sessionId, List<Head> heads) {
        List<AttemptRef> claims = heads.stream()
                .filter(head -> head.dispatch().failedAt() == null)
                .map(Head::attempt)
                .toList();
        if (claims.isEmpty()) {
            return;
        }
        try {
            store().releaseClaims(new ReleaseRequest(sessionId, holder(), claims));
        } catch (Throwable e) {
            observer().storeFailed("giving back claims", e);
        }
    }
}
