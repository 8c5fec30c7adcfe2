package dev.a2;

import dev.a2.store.HeadRef;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What there is to do, and whose turn it is: the sessions that may have free heads, and the slots for what looks may bring
 * (RT-12). Guarded by the dispatcher's lock.
 *
 * <p>Sessions that want a look take turns in {@link #ready}. Slots for what a look may bring are set aside before it. A
 * session whose consumer is full waits with that consumer.
 *
 * <p>No head is claimed twice here: a session has one look at a time, which leaves out the cursors of what runs (CLM-1),
 * only what runs claims its cursor's next head, and appends claim what they make themselves (APP-17).
 */
final class Agenda {
    /** Looks in progress at once. */
    private static final int LOOKS = 16;

    /** Most heads that one look claims. */
    private static final int HEADS_PER_LOOK = 16;

    private final Concurrency limits;
    private final Slots slots;
    private final Map<String, SessionWork> sessions = new LinkedHashMap<>();
    private final Set<SessionWork> ready = new LinkedHashSet<>();
    private final Declined declined = new Declined();
    private int looks;
    private int arrivals;
    private boolean closed;

    Agenda(Concurrency limits, Collection<ConsumerSlots> consumers) {
        this.limits = limits;
        this.slots = new Slots(limits, consumers);
    }

    // ---- sessions

    /** These consumers may have free heads in that session. */
    void want(String sessionId, Collection<String> names) {
        List<String> mine = slots.served(names);
        if (!closed && !mine.isEmpty()) {
            SessionWork session = sessions.computeIfAbsent(sessionId, SessionWork::new);
            session.wanted.addAll(mine);
            offer(session);
        }
    }

    /** Has a session wait for its turn, if it wants a look and none is on its way. */
    void offer(SessionWork session) {
        if (!closed && session.mayLook()) {
            ready.add(session);
        }
    }

    /** How many more sessions it makes sense to know of. */
    int appetite() {
        return Math.max(0, 4 * limits.perProcess() - sessions.size());
    }

    /** An appetite that is worth a poll, before there is nothing left to do. */
    int goodAppetite() {
        return 2 * limits.perProcess();
    }

    @Nullable SessionWork get(String sessionId) {
        return sessions.get(sessionId);
    }

    Collection<SessionWork> sessions() {
        return sessions.values();
    }

    /** Forgets a session in which nothing is left to do here; whether it did. */
    boolean settleDown(SessionWork session) {
        return session.isIdle() && sessions.remove(session.id, session);
    }

    /** Heads of a session that this deployment cannot handle. */
    Set<HeadRef> declined(String sessionId) {
        return declined.of(sessionId);
    }

    void decline(String sessionId, HeadRef head) {
        declined.add(sessionId, head);
    }

    // ---- looks

    /** The next look, with slots set aside for it; null if nobody wants one, or there is no room. */
    @Nullable Look nextLook() {
        while (looks < LOOKS && !slots.isFull()) {
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
    }

    /** A look at as many of the session's consumers as one call can serve; null if all are full. */
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
        return chosen.isEmpty() ? null : begin(session, chosen, room);
    }

    private Look begin(SessionWork session, List<ConsumerSlots> consumers, int room) {
        Set<HeadRef> exclude = new LinkedHashSet<>(session.attempts.keySet());
        exclude.addAll(declined.of(session.id));
        boolean resume = consumers.stream().map(ConsumerSlots::name).anyMatch(session.resume::contains);
        Look look = new Look(session, consumers, room, resume, exclude);
        session.wanted.removeAll(look.names());
        session.looking = true;
        looks++;
        slots.setAside(consumers, room);
        consumers.forEach(consumer -> session.take(consumer, room));
        return look;
    }

    /** A look is over: gives back what was set aside for it. */
    void end(Look look) {
        look.session().looking = false;
        looks--;
        slots.putBack(look.consumers(), look.limit());
        look.consumers().forEach(consumer -> look.session().take(consumer, -look.limit()));
    }

    /** Whether a claim is under way. */
    boolean isClaiming() {
        return looks > 0 || arrivals > 0;
    }

    // ---- arrivals

    /** Slots for heads of these consumers, which an append is about to make; null if they must wait for their turn. */
    @Nullable Arrival expect(String sessionId, List<String> heads) {
        SessionWork session = sessions.get(sessionId);
        if (closed || heads.isEmpty() || heads.size() > HEADS_PER_LOOK || !ready.isEmpty()) {
            return null;
        }
        if (slots.served(heads).size() < heads.size() || session != null && isInDoubt(session)) {
            return null;
        }
        Arrival arrival = new Arrival(session == null ? new SessionWork(sessionId) : session, new ArrayList<>());
        for (String name : heads) {
            ConsumerSlots consumer = slots.of(name);
            if (!consumer.waiting.isEmpty() || slots.free(consumer, arrival.session()) <= 0) {
                putBack(arrival);
                return null;
            }
            slots.setAside(List.of(consumer), 1);
            arrival.session().take(consumer, 1);
            arrival.slots().add(consumer);
        }
        sessions.put(sessionId, arrival.session());
        arrival.session().arrivals++;
        arrivals++;
        return arrival;
    }

    /** Claims fail, or a look resumes, which may bring what the append brings. */
    private static boolean isInDoubt(SessionWork session) {
        return session.delayed || !session.resume.isEmpty();
    }

    /** The append is over: gives back what was set aside for it. */
    void end(Arrival arrival) {
        arrival.session().arrivals--;
        arrivals--;
        putBack(arrival);
    }

    private void putBack(Arrival arrival) {
        for (ConsumerSlots consumer : arrival.slots()) {
            slots.putBack(List.of(consumer), 1);
            arrival.session().take(consumer, -1);
        }
    }

    // ---- slots

    ConsumerSlots slots(String consumer) {
        return slots.of(consumer);
    }

    void begin(Attempt attempt) {
        attempt.session.begin(attempt);
        slots.take(attempt.consumer);
    }

    void giveBack(ConsumerSlots consumer) {
        slots.giveBack(consumer);
    }

    /** Those of the consumers that are served here. */
    List<String> served(Collection<String> names) {
        return slots.served(names);
    }

    /** Whether somebody else waits for this consumer's slots, or for any. */
    boolean othersWaitFor(ConsumerSlots consumer) {
        return !consumer.waiting.isEmpty() || slots.isFull() && !ready.isEmpty();
    }

    /** Something may have made room: whoever waited for it and can go on now waits for its turn. */
    void wake() {
        slots.wake().forEach(this::offer);
    }

    // ---- closing

    /** Nobody gets another turn. */
    void close() {
        closed = true;
        ready.clear();
        slots.dismiss();
    }

    /** Forgets all sessions; those that it knew. */
    List<SessionWork> dismiss() {
        List<SessionWork> all = List.copyOf(sessions.values());
        sessions.clear();
        return all;
    }

    boolean isClosed() {
        return closed;
    }
}
