package dev.a2.store.redis;

import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.Loss;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import dev.a2.store.Subscription;
import dev.a2.store.redis.Acknowledged.Seen;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Notices that a server lacks events which it, or the one before it, had acknowledged to this process.
 *
 * <p>A session is looked at before its next call once a connection broke: that is when a replica may have taken over. Besides,
 * an answer that tells of an older frontier gives it away. The caller is told once, by STORE_UNAVAILABLE; from then on
 * the session is served as it is.
 */
final class Losses {
    /** An answer that tells nothing of the frontier. */
    static final long UNTOLD = -1;

    private static final System.Logger LOG = System.getLogger(Losses.class.getName());

    private final SessionStore store;
    private final LongSupplier interruptions;
    private final Acknowledged acknowledged = new Acknowledged();
    private final List<Consumer<Loss>> listeners = new CopyOnWriteArrayList<>();

    /**
     * What notices losses of a store.
     *
     * @param interruptions how often connections have broken
     */
    Losses(SessionStore store, LongSupplier interruptions) {
        this.store = store;
        this.interruptions = interruptions;
    }

    /** A call whose answer tells nothing of the frontier. */
    <T> T watch(String sessionId, Supplier<T> call) {
        return watch(sessionId, answer -> UNTOLD, call);
    }

    /**
     * A call.
     *
     * @param frontier what the answer says of it, or {@link #UNTOLD}
     */
    <T> T watch(String sessionId, ToLongFunction<T> frontier, Supplier<T> call) {
        long before = interruptions.getAsLong();
        Seen seen = check(sessionId);
        T answer = call.get();
        long told = frontier.applyAsLong(answer);
        if (seen != null && told != UNTOLD && told < seen.index()) {
            throw lost(sessionId, seen, new Seen(told, null, before), Effect.UNKNOWN);
        }
        if (told > 0) {
            acknowledged.add(sessionId, new Seen(told, null, before));
        }
        return answer;
    }

    /** A call that answers with events which it appended, or found appended. */
    <T> T watchEvents(String sessionId, Function<T, List<Event>> events, Supplier<T> call) {
        long before = interruptions.getAsLong();
        Seen seen = check(sessionId);
        T answer = call.get();
        List<Event> told = events.apply(answer);
        if (!told.isEmpty()) {
            Event last = told.get(told.size() - 1);
            if (seen != null && !fits(told.get(0), last, seen)) {
                look(sessionId, seen, Effect.UNKNOWN);
            }
            saw(sessionId, last, before);
        }
        return answer;
    }

    /** A call that answers with events which it read. */
    <T> T watchReading(String sessionId, Function<T, List<Event>> events, Supplier<T> call) {
        long before = interruptions.getAsLong();
        check(sessionId);
        T answer = call.get();
        List<Event> told = events.apply(answer);
        if (!told.isEmpty()) {
            saw(sessionId, told.get(told.size() - 1), before);
        }
        return answer;
    }

    /** If not, either they were there already, or others are gone. */
    private static boolean fits(Event first, Event last, Seen seen) {
        return first.index() > seen.index()
                || (last.index() == seen.index() && last.id().equals(seen.eventId()));
    }

    private void saw(String sessionId, Event event, long interruptionsThen) {
        acknowledged.add(sessionId, new Seen(event.index(), event.id(), interruptionsThen));
    }

    /**
     * A wake-up told of this index. Whether it can be believed to go on with what was known: not after a connection broke, until
     * the session was looked at.
     */
    boolean heard(String sessionId, long frontier, List<Event> events) {
        long now = interruptions.getAsLong();
        Seen seen = acknowledged.of(sessionId);
        boolean fits = seen == null || seen.interruptions() == now;
        if (fits) {
            String id = events.isEmpty() ? null : events.get(events.size() - 1).id();
            acknowledged.add(sessionId, new Seen(frontier, id, now));
        }
        return fits;
    }

    Subscription subscribe(Consumer<Loss> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Looks at the session if a connection broke since somebody last did. */
    private @Nullable Seen check(String sessionId) {
        Seen seen = acknowledged.of(sessionId);
        return seen == null || seen.interruptions() == interruptions.getAsLong()
                ? seen
                : look(sessionId, seen, Effect.NOT_APPLIED);
    }

    private Seen look(String sessionId, Seen seen, Effect effect) {
        long now = interruptions.getAsLong();
        SessionBounds bounds = store.bounds(sessionId);
        if (bounds.frontier() < seen.index()) {
            throw lost(sessionId, seen, new Seen(bounds.frontier(), null, now), effect);
        }
        String found = eventId(sessionId, seen, bounds.clearIndex());
        if (found != null && !found.equals(seen.eventId())) {
            throw lost(sessionId, seen, new Seen(bounds.frontier(), null, now), effect);
        }
        Seen holds = new Seen(seen.index(), seen.eventId(), now);
        acknowledged.add(sessionId, holds);
        return holds;
    }

    /** The id of the event where the newest that we know was; null if it cannot be told from that one. */
    private @Nullable String eventId(String sessionId, Seen seen, long marker) {
        if (seen.eventId() == null || seen.index() < marker || seen.index() == 0) {
            return null;
        }
        List<Event> there = store.readHistory(sessionId, seen.index() - 1, seen.index());
        return there.isEmpty() ? null : there.get(0).id();
    }

    private StoreException lost(String sessionId, Seen seen, Seen found, Effect effect) {
        String what = Words.session(sessionId) + " had an event at index " + seen.index()
                + " that was acknowledged, and "
                + (found.index() < seen.index() ? "ends" : "has another there; it ends")
                + " at index " + found.index()
                + " now: the server lost events, as when a replica without them took over, or its disk did";
        Loss loss = new Loss(sessionId, found.index(), what);
        listeners.forEach(listener -> listener.accept(loss));
        if (acknowledged.replace(sessionId, seen, found)) {
            LOG.log(System.Logger.Level.WARNING, what);
        }
        return new StoreException(
                ErrorCode.STORE_UNAVAILABLE,
                effect,
                what + ". This is said once; from now on the session is served as it is. Read it again from its start",
                null);
    }
}
