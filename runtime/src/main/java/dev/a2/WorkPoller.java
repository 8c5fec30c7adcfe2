package dev.a2;

import dev.a2.store.SessionStore;
import dev.a2.store.Subscription;
import dev.a2.store.TakeWorkRequest;
import dev.a2.store.TakeWorkResult;
import dev.a2.store.WorkMark;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds work that nobody told this process of (RT-9): polls the work index, and hints the dispatcher at what is due there.
 *
 * <p>It polls at an interval; earlier when the index says that something will be due, and soon when the store hints at
 * work. Such a hint is often about work that came from here and is in hand already: while that is all that polls find,
 * they are put off longer and longer. Marks that are taken are leased, so a worker that dies delays them for a lease.
 */
final class WorkPoller {
    private static final int BATCH = 128;
    private static final Duration FIRST_BACKOFF = Duration.ofMillis(50);

    private final SessionStore store;
    private final Platform platform;
    private final Observer observer;
    private final Dispatcher dispatcher;
    private final Set<String> consumers;
    private final Duration interval;
    private final Duration lease;
    private final Duration shortest;
    private final Backoff backoff;
    private final BriefLock lock = new BriefLock();
    private Platform.@Nullable Timer timer;
    private @Nullable Subscription hints;
    private Duration gap;
    private long dueNanos;
    private int failures;
    private int fruitless;
    private int firstShard;
    private boolean polling;
    private boolean hinted;
    private boolean wanted;
    /** The poll that comes next follows a hint. */
    private boolean onHint;

    private boolean closed;

    WorkPoller(Dispatcher dispatcher, Set<String> consumers, A2Options options) {
        this.dispatcher = dispatcher;
        this.store = dispatcher.store();
        this.platform = dispatcher.platform();
        this.observer = dispatcher.observer();
        this.consumers = consumers;
        this.interval = options.pollInterval();
        this.lease = atLeastOneMs(options.claimTtl().dividedBy(3));
        this.shortest = atLeastOneMs(interval.dividedBy(40));
        this.gap = shortest;
        // A store that is back is noticed as soon as work is otherwise (F05).
        this.backoff = new Backoff(platform, FIRST_BACKOFF, atLeastOneMs(interval));
    }

    private static Duration atLeastOneMs(Duration time) {
        return Duration.ofMillis(Math.max(1, time.toMillis()));
    }

    void start() {
        dispatcher.whenHungry(this::hungry);
        pollAfter(Duration.ZERO);
        subscribe(1);
    }

    private void subscribe(int tries) {
        Subscription made;
        try {
            made = store.subscribeWork(this::hint);
        } catch (RuntimeException e) {
            observer.storeFailed("listening for work", e);
            platform.after(backoff.after(tries), "a2 listen for work", () -> subscribe(tries + 1));
            return;
        }
        boolean late;
        lock.lock();
        try {
            hints = made;
            late = closed;
        } finally {
            lock.unlock();
        }
        if (late) {
            made.close();
        }
    }

    void close() {
        Subscription open;
        lock.lock();
        try {
            closed = true;
            open = hints;
            if (timer != null) {
                timer.cancel();
            }
        } finally {
            lock.unlock();
        }
        if (open != null) {
            open.close();
        }
    }

    /** Work may have come up. */
    private void hint() {
        lock.lock();
        try {
            if (polling) {
                hinted = true;
                return;
            }
            if (closed || dueNanos - platform.nanoTime() <= gap.toNanos()) {
                return;
            }
            onHint = true;
        } finally {
            lock.unlock();
        }
        pollAfter(gap());
    }

    /** The dispatcher, which knew enough sessions when a poll ended, wants more. */
    private void hungry() {
        lock.lock();
        try {
            if (polling) {
                wanted = true;
                return;
            }
        } finally {
            lock.unlock();
        }
        pollAfter(Duration.ZERO);
    }

    private Duration gap() {
        lock.lock();
        try {
            return gap;
        } finally {
            lock.unlock();
        }
    }

    private void pollAfter(Duration delay) {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            if (timer != null) {
                timer.cancel();
            }
            dueNanos = platform.nanoTime() + delay.toNanos();
            timer = platform.after(delay, "a2 poll for work", this::poll);
        } finally {
            lock.unlock();
        }
    }

    /** What a round through the shards found. */
    private static final class Round {
        /** Sessions that this process did not know to have work. */
        int news;
        /** Not everything that was due was taken. */
        boolean more;

        @Nullable Instant next;
    }

    private void poll() {
        lock.lock();
        try {
            if (polling || closed) {
                return;
            }
            polling = true;
            hinted = false;
            wanted = false;
        } finally {
            lock.unlock();
        }
        Duration delay;
        try {
            Round round = round();
            failures = 0;
            delay = delayAfter(round);
        } catch (Throwable e) {
            observer.storeFailed("taking work", e);
            delay = backoff.after(++failures);
        }
        lock.lock();
        try {
            polling = false;
            onHint = hinted && gap.compareTo(delay) < 0;
            delay = wanted ? Duration.ZERO : onHint ? gap : delay;
        } finally {
            lock.unlock();
        }
        pollAfter(delay);
    }

    private Round round() {
        Round round = new Round();
        int shards = store.workShards();
        for (int i = 0; i < shards; i++) {
            int limit = Math.min(BATCH, dispatcher.appetite());
            if (limit == 0) {
                return round;
            }
            int shard = (firstShard + i) % shards;
            TakeWorkResult taken = store.takeWork(new TakeWorkRequest(shard, consumers, limit, lease));
            for (WorkMark mark : taken.marks()) {
                round.news += dispatcher.isBusyWith(mark.sessionId()) ? 0 : 1;
                dispatcher.hint(mark.sessionId(), List.of(mark.consumer()));
            }
            round.more |= taken.marks().size() == limit;
            round.next = earlier(round.next, taken.nextDueAt());
        }
        firstShard = (firstShard + 1) % shards;
        return round;
    }

    private static @Nullable Instant earlier(@Nullable Instant a, @Nullable Instant b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return a.isBefore(b) ? a : b;
    }

    private Duration delayAfter(Round round) {
        lock.lock();
        try {
            fruitless = round.news > 0 ? 0 : Math.min(10, fruitless + 1);
            if (round.news > 0) {
                gap = shortest;
            } else if (onHint) {
                gap = shorter(gap.multipliedBy(2), interval);
            }
        } finally {
            lock.unlock();
        }
        if (round.more) {
            return Duration.ZERO;
        }
        Duration regular =
                interval.multipliedBy(Math.round(900 + 200 * platform.random())).dividedBy(1_000);
        if (round.next == null) {
            return regular;
        }
        // Two clocks meet here. If they disagree, polls come too early in vain, so ever fewer do.
        Duration until = Duration.between(platform.clock().instant(), round.next);
        Duration least = shortest.multipliedBy(1L << fruitless);
        return shorter(until.compareTo(Duration.ofMillis(1)) < 0 ? least : until, regular);
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
