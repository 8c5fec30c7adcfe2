package dev.a2.server.work;

import dev.a2.Platform;
import dev.a2.store.ErrorCode;
import dev.a2.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The claims that wait for the same consumers' work, and the sessions that may have some.
 *
 * <p>A session is given to one claim at a time, to the one that came first; so a wake-up sends one of a thousand to the store.
 * Either nobody waits or no session is left. A claim that finds nothing comes back to its place, one that finds more than it may
 * take offers the session again. What is known of sessions is only a hint; the marks that were taken for them are given back when
 * the last claim has left.
 */
final class Line {
    private static final int MOST_SESSIONS = 1_000;

    /** A round of calls to the store is over by then, one way or another. */
    private static final Duration LONGEST_ROUND = Duration.ofSeconds(10);

    private final Platform platform;
    private final Set<String> consumers;
    private final @Nullable String only;
    private final Poller poller;
    private final Marks marks;
    private final ReentrantLock lock = new ReentrantLock();
    private final TreeSet<Place> idle = new TreeSet<>();
    private final LinkedHashSet<String> sessions = new LinkedHashSet<>();

    /** Those of the sessions whose marks are not due because of this line. */
    private final Set<String> leased = new LinkedHashSet<>();

    private int present;
    private long leftNanos;
    private long begun;
    private long ended;
    private @Nullable RuntimeException failure;
    private boolean closed;

    /**
     * An empty line.
     *
     * @param only the one session that matters; null: all do
     */
    Line(Platform platform, Set<String> consumers, @Nullable String only, Marks marks) {
        this.platform = platform;
        this.consumers = consumers;
        this.only = only;
        this.marks = marks;
        this.poller = new Poller(this, marks.store(), platform);
        this.leftNanos = platform.nanoTime();
    }

    Set<String> consumers() {
        return consumers;
    }

    @Nullable String only() {
        return only;
    }

    /** Work may have come up somewhere. */
    void hint() {
        if (isWatched()) {
            poller.hint();
        }
    }

    /** Something will be due. */
    void lookWithin(Duration delay) {
        if (isWatched()) {
            poller.within(delay);
        }
    }

    private boolean isWatched() {
        lock.lock();
        try {
            return present > 0 && !closed;
        } finally {
            lock.unlock();
        }
    }

    // ---- claims

    void enter(Place place) {
        lock.lock();
        try {
            place.after = begun;
            present++;
        } finally {
            lock.unlock();
        }
    }

    /** The claim is over. Marks that nobody needs any more are due again. */
    void leave(Place place) {
        lock.lock();
        try {
            idle.remove(place);
            if (place.session != null) {
                sessions.add(place.session);
                place.session = null;
                match();
            }
            present--;
            leftNanos = platform.nanoTime();
        } finally {
            lock.unlock();
        }
        giveBackIfLeft();
    }

    /**
     * Waits for a session to look at.
     *
     * @param until when to come back without one, by the platform's nanoseconds
     * @param end when the claim is over; there is a last look around first
     * @return null: none by then
     * @throws RuntimeException if the store cannot tell
     */
    @Nullable String next(Place place, long until, long end) {
        if (join(place)) {
            poller.soon();
        }
        Duration left = untilOver(place, until, end);
        while (left != null && place.await(left)) {
            left = untilOver(place, until, end);
        }
        return taken(place, end);
    }

    /** Waits in line; whether nobody has looked around for it yet, or does for others. */
    private boolean join(Place place) {
        lock.lock();
        try {
            idle.add(place);
            match();
            return place.session == null && ended <= place.after && idle.size() == 1;
        } finally {
            lock.unlock();
        }
    }

    /** How long to wait on; null: it has a session, or leaves without. */
    private @Nullable Duration untilOver(Place place, long until, long end) {
        lock.lock();
        try {
            long now = platform.nanoTime();
            boolean isOver = now - end >= 0;
            if (place.session != null || closed || isFinal(failure) || !isOver && now - until >= 0) {
                return null;
            }
            if (!isOver) {
                return Duration.ofNanos(Math.min(until - now, end - now));
            }
            if (ended > place.after || now - end > LONGEST_ROUND.toNanos()) {
                return null;
            }
            if (!place.leaving) {
                place.leaving = true;
                poller.soon();
            }
            return LONGEST_ROUND;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable String taken(Place place, long end) {
        lock.lock();
        try {
            idle.remove(place);
            String session = place.session;
            place.session = null;
            if (session == null && failure != null && (isFinal(failure) || platform.nanoTime() - end >= 0)) {
                throw failure;
            }
            return session;
        } finally {
            lock.unlock();
        }
    }

    /** Waiting does not help against it. */
    private static boolean isFinal(@Nullable RuntimeException failure) {
        return failure != null
                && !(failure instanceof StoreException store && store.code() == ErrorCode.STORE_UNAVAILABLE);
    }

    /** Another session, if there is one now. */
    @Nullable String another() {
        lock.lock();
        try {
            if (sessions.isEmpty() || closed) {
                return null;
            }
            return removeFirst();
        } finally {
            lock.unlock();
        }
    }

    private String removeFirst() {
        String session = sessions.removeFirst();
        leased.remove(session);
        return session;
    }

    // ---- sessions

    /**
     * The session may have free heads.
     *
     * @param isLeased its marks are not due meanwhile
     * @return whether that was not known
     */
    boolean offer(String session, boolean isLeased) {
        lock.lock();
        try {
            if (closed || sessions.size() >= MOST_SESSIONS && !isLeased) {
                return false;
            }
            boolean news = sessions.add(session);
            if (isLeased) {
                leased.add(session);
            }
            match();
            return news;
        } finally {
            lock.unlock();
        }
    }

    /** Sends who waits to what there is. */
    private void match() {
        while (!idle.isEmpty() && !sessions.isEmpty()) {
            Place place = idle.removeFirst();
            place.session = removeFirst();
            place.tell();
        }
    }

    /** Whether this line waits for some of them, in that session. */
    boolean wants(String session, Set<String> some) {
        return (only == null || only.equals(session)) && some.stream().anyMatch(consumers::contains);
    }

    // ---- rounds

    /** How many heads are waited for. */
    int appetite() {
        lock.lock();
        try {
            return closed ? 0 : idle.stream().mapToInt(place -> place.limit).sum();
        } finally {
            lock.unlock();
        }
    }

    void beginRound() {
        lock.lock();
        try {
            begun++;
        } finally {
            lock.unlock();
        }
    }

    /**
     * A round is over.
     *
     * @param isWhole all shards were looked at
     * @return whether anybody is still here
     */
    boolean endRound(@Nullable RuntimeException failed, boolean isWhole) {
        lock.lock();
        try {
            ended = isWhole || failed != null ? begun : ended;
            failure = failed;
            idle.stream().filter(place -> place.leaving || isFinal(failed)).forEach(Place::tell);
        } finally {
            lock.unlock();
        }
        giveBackIfLeft();
        return isWatched();
    }

    private void giveBackIfLeft() {
        List<String> back;
        lock.lock();
        try {
            if (isWatched()) {
                return;
            }
            back = new ArrayList<>(leased);
            leased.clear();
        } finally {
            lock.unlock();
        }
        if (!back.isEmpty()) {
            marks.now(back, consumers);
        }
    }

    /** Whether it can be forgotten: nobody is here, and nobody was for so long unless there is nothing to know. */
    boolean isForgettable(Duration kept) {
        lock.lock();
        try {
            return present == 0 && (sessions.isEmpty() || platform.nanoTime() - leftNanos > kept.toNanos());
        } finally {
            lock.unlock();
        }
    }

    /** Sends everybody away. */
    void close() {
        lock.lock();
        try {
            closed = true;
            List.copyOf(idle).forEach(Place::tell);
        } finally {
            lock.unlock();
        }
        poller.close();
    }
}
