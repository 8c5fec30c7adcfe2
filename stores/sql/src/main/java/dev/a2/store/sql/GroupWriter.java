package dev.a2.store.sql;

import dev.a2.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one way to write to a file: callers' work is taken from a queue in groups, and each group is one transaction with one
 * commit. While a commit waits for the disk the queue fills, so the more callers there are, the more share a commit.
 */
final class GroupWriter implements AutoCloseable {
    /*
     * Whoever holds `leading` is the leader: it alone uses the link, and it takes tasks from the queue. A caller that finds
     * nobody leading leads the group with its own task itself, so that a lone caller waits for no other thread; what has
     * come in meanwhile is left to the writer's own thread, which leads until the queue is empty. A commit blocks the carrier
     * of a virtual thread that leads. There is one leader at most, so others have the remaining carriers; where there is no
     * other, virtual threads leave it to the writer's thread.
     *
     * No task is forgotten: it is put into the queue before the caller looks whether somebody leads, and a leader looks
     * into the queue after it has stopped leading. One of the two sees the other and wakes the writer's thread.
     *
     * A task is QUEUED until a leader takes it, or its caller, out of patience, takes it back. The work of a group runs in
     * one transaction, each task seeing what those before it wrote. The rules check before they write, so a task that fails
     * has written nothing, as a rule, and leaves the others alone. Otherwise, and after any error of the engine, which may
     * have ended the transaction by itself, everything is rolled back and the others run again, each alone.
     */

    private static final int MOST_IN_GROUP = 512;

    private static final boolean MANY_CARRIERS = Runtime.getRuntime().availableProcessors() > 1;

    static final String THREAD_NAME = "a2-sqlite-write";

    /**
     * How long things may take.
     *
     * @param caller a call, until its turn comes; also how long another process's lock is waited for
     * @param group a group, until it takes in no more work and is committed
     */
    record Limits(Duration caller, Duration group) {
        static Limits of(Duration caller) {
            return new Limits(caller, Duration.ofMillis(10));
        }
    }

    private static final long SHORTEST_PAUSE_NANOS = Duration.ofNanos(50_000).toNanos();
    private static final long LONGEST_PAUSE_NANOS = Duration.ofMillis(1).toNanos();

    /** How long after another process wrote this one lets others go first. */
    private static final long POLITE_NANOS = Duration.ofMillis(5).toNanos();

    private final Supplier<Link> opener;
    private final SqliteFailures failures;
    private final Duration waitLimit;
    private final Duration longestGroup;
    private final Runnable onStale;
    private final Thread thread;
    private final ConcurrentLinkedQueue<Task<?>> queue = new ConcurrentLinkedQueue<>();
    private final ReentrantLock leading = new ReentrantLock();
    private final AtomicLong outsideWrites = new AtomicLong();
    private volatile boolean closed;

    // Guarded by leading.
    private @Nullable Link link;
    private long dataVersion = -1;
    private long outsideSeenNanos;
    private boolean lastWriterWasHere;
    private boolean wasInterrupted;
    private boolean ended;

    /**
     * A writer that opens its link when it first needs one, and again after the engine failed.
     *
     * @param onStale runs in the leader when what is known of the file's content may be wrong: another process wrote, or a
     *     transaction was rolled back
     */
    GroupWriter(Supplier<Link> opener, SqliteFailures failures, Limits limits, Runnable onStale) {
        this.opener = opener;
        this.failures = failures;
        this.waitLimit = limits.caller();
        this.longestGroup = limits.group();
        this.onStale = onStale;
        this.thread = Thread.ofPlatform().name(THREAD_NAME).daemon().start(this::serve);
    }

    /** Runs work in a transaction that is durable when this returns. The work may run more than once. */
    <T extends @Nullable Object> T run(Function<Link, T> work) {
        if (closed) {
            throw failures.closed();
        }
        Task<T> task = new Task<>(work, Thread.currentThread());
        queue.add(task);
        if (closed && task.takeBack()) {
            throw failures.closed();
        }
        if (mayLead() && leading.tryLock()) {
            try {
                while (task.isQueued()) {
                    leadGroup();
                }
            } finally {
                leading.unlock();
                restoreInterrupt();
            }
            if (!queue.isEmpty()) {
                LockSupport.unpark(thread);
            }
        } else if (!leading.isLocked()) {
            LockSupport.unpark(thread);
        }
        return await(task);
    }

    private static boolean mayLead() {
        return MANY_CARRIERS || !Thread.currentThread().isVirtual();
    }

    private void restoreInterrupt() {
        // Only a leader that was interrupted itself gets here with the flag set; the next one starts without.
        if (wasInterrupted) {
            wasInterrupted = false;
            Thread.currentThread().interrupt();
        }
    }

    private <T extends @Nullable Object> T await(Task<T> task) {
        long patience = System.nanoTime() + waitLimit.toNanos();
        boolean interrupted = false;
        boolean gaveUp = false;
        try {
            while (!task.isDone()) {
                long left = patience - System.nanoTime();
                if (left <= 0 && task.takeBack()) {
                    throw failures.waited(waitLimit, "its turn to write");
                }
                if (left <= 0 && gaveUp) {
                    throw failures.abandoned(waitLimit);
                }
                if (left <= 0) {
                    gaveUp = true;
                    patience += 2 * waitLimit.toNanos();
                }
                LockSupport.parkNanos(this, Math.max(left, SHORTEST_PAUSE_NANOS));
                if (Thread.interrupted()) {
                    interrupted = true;
                    if (task.takeBack()) {
                        throw failures.interrupted();
                    }
                }
            }
            return task.outcome();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void serve() {
        while (!closed || !queue.isEmpty()) {
            if (queue.isEmpty()) {
                LockSupport.park(this);
                continue;
            }
            leading.lock();
            try {
                while (!queue.isEmpty()) {
                    leadGroup();
                }
            } finally {
                leading.unlock();
            }
        }
    }

    // ---- the leader

    private void leadGroup() {
        Task<?> first = next();
        if (first == null) {
            return;
        }
        List<Task<?>> group = new ArrayList<>();
        group.add(first);
        Link open = begin(group);
        if (open == null) {
            return;
        }
        Task<?> broken = runAll(open, group);
        if (broken == null) {
            commit(open, group);
        } else {
            rollback(open);
            broken.finish();
            group.stream().filter(task -> task != broken).forEach(this::runAlone);
        }
    }

    /** Runs the group's first task and whatever else is queued by then; returns the one that broke the transaction. */
    private @Nullable Task<?> runAll(Link open, List<Task<?>> group) {
        long end = System.nanoTime() + longestGroup.toNanos();
        Task<?> task = group.get(0);
        while (task != null) {
            if (!task.run(open, failures)) {
                return task;
            }
            boolean full = group.size() == MOST_IN_GROUP || System.nanoTime() - end >= 0;
            task = full ? null : next();
            if (task != null) {
                group.add(task);
            }
        }
        return null;
    }

    private @Nullable Task<?> next() {
        Task<?> task = queue.poll();
        while (task != null && !task.take()) {
            task = queue.poll();
        }
        return task;
    }

    private void runAlone(Task<?> task) {
        List<Task<?>> group = List.of(task);
        Link open = begin(group);
        if (open == null) {
            return;
        }
        if (task.run(open, failures)) {
            commit(open, group);
        } else {
            rollback(open);
            task.finish();
        }
    }

    /** Opens a transaction with the file's write lock; null, and the group failed, if it cannot be had. */
    private @Nullable Link begin(List<Task<?>> group) {
        try {
            if (ended) {
                throw failures.closed();
            }
            Link open = link;
            if (open == null) {
                open = opener.get();
                link = open;
            }
            letOthersGoFirst();
            lock(open);
            noticeOthers(open);
            lastWriterWasHere = true;
            return open;
        } catch (SqlFailure e) {
            dropLink();
            group.forEach(task -> task.fail(failures.before(e)));
        } catch (StoreException e) {
            group.forEach(task -> task.fail(e));
        }
        return null;
    }

    private void lock(Link open) {
        long patience = System.nanoTime() + waitLimit.toNanos();
        long pause = SHORTEST_PAUSE_NANOS;
        while (true) {
            try {
                open.query(Sql.TRANSACTION_BEGIN_WRITE).run();
                return;
            } catch (SqlFailure e) {
                if (!SqliteFailures.isBusy(e)) {
                    throw e;
                }
                if (System.nanoTime() - patience >= 0) {
                    throw failures.waited(waitLimit, "another process that holds the write lock");
                }
            }
            pause(pause);
            pause = Math.min(pause * 3 / 2, LONGEST_PAUSE_NANOS);
        }
    }

    /** The engine has no queue for its lock: who has just written would most often get it again. */
    private void letOthersGoFirst() {
        if (lastWriterWasHere && outsideSeenNanos != 0 && System.nanoTime() - outsideSeenNanos < POLITE_NANOS) {
            pause(2 * SHORTEST_PAUSE_NANOS);
        }
    }

    private void pause(long nanos) {
        LockSupport.parkNanos(this, nanos);
        if (Thread.interrupted()) {
            wasInterrupted = true;
        }
    }

    private void noticeOthers(Link open) {
        Long version = open.query(Sql.FILE_DATA_VERSION).first(row -> row.number("data_version"));
        if (version != null && version != dataVersion) {
            if (dataVersion >= 0) {
                outsideWrites.incrementAndGet();
                outsideSeenNanos = System.nanoTime();
                lastWriterWasHere = false;
            }
            dataVersion = version;
            onStale.run();
        }
    }

    private void commit(Link open, List<Task<?>> group) {
        try {
            open.query(Sql.TRANSACTION_COMMIT).run();
        } catch (SqlFailure e) {
            rollback(open);
            if (!SqliteFailures.isBusy(e) && !SqliteFailures.isFull(e)) {
                dropLink();
            }
            group.forEach(task -> task.fail(failures.atCommit(e)));
            return;
        }
        group.forEach(Task::finish);
    }

    private void rollback(Link open) {
        onStale.run();
        try {
            open.query(Sql.TRANSACTION_ROLLBACK).run();
        } catch (SqlFailure e) {
            // The engine rolls back by itself after some errors; a link that is worse off is opened anew.
            dropLink();
        }
    }

    private void dropLink() {
        Link old = link;
        link = null;
        dataVersion = -1;
        onStale.run();
        if (old != null) {
            try {
                old.close();
            } catch (SqlFailure e) {
                System.getLogger(GroupWriter.class.getName())
                        .log(System.Logger.Level.DEBUG, "closing a failed connection", e);
            }
        }
    }

    // ---- for the watcher and the end

    /** How often other processes, or other stores in this one, were seen to have written; looks now if nobody leads. */
    long outsideWrites() {
        if (leading.tryLock()) {
            try {
                Link open = link;
                if (open != null) {
                    noticeOthers(open);
                }
            } catch (SqlFailure e) {
                dropLink();
            } finally {
                leading.unlock();
            }
            if (!queue.isEmpty()) {
                LockSupport.unpark(thread);
            }
        }
        return outsideWrites.get();
    }

    /** Runs something while nobody here writes. */
    void pauseFor(Runnable upkeep) {
        leading.lock();
        try {
            upkeep.run();
        } finally {
            leading.unlock();
        }
        if (!queue.isEmpty()) {
            LockSupport.unpark(thread);
        }
    }

    /** Ends once all work is done that was accepted. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(waitLimit.plus(waitLimit));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        leading.lock();
        try {
            while (!queue.isEmpty()) {
                leadGroup();
            }
            ended = true;
            dropLink();
        } finally {
            leading.unlock();
        }
    }

    /** One caller's work on its way through. */
    private static final class Task<T extends @Nullable Object> {
        private static final int QUEUED = 0;
        private static final int TAKEN = 1;
        private static final int DONE = 2;
        private static final int TAKEN_BACK = 3;

        private final Function<Link, T> work;
        private final Thread caller;
        private final AtomicInteger state = new AtomicInteger(QUEUED);
        private @Nullable T result;
        private @Nullable Throwable failure;

        Task(Function<Link, T> work, Thread caller) {
            this.work = work;
            this.caller = caller;
        }

        boolean isQueued() {
            return state.get() == QUEUED;
        }

        boolean isDone() {
            return state.get() == DONE;
        }

        /** A leader takes it. */
        boolean take() {
            return state.compareAndSet(QUEUED, TAKEN);
        }

        /** Its caller does not want it any more. */
        boolean takeBack() {
            return state.compareAndSet(QUEUED, TAKEN_BACK);
        }

        /** Whether the transaction can go on: the work came to its end, or failed before it wrote anything. */
        boolean run(Link link, SqliteFailures failures) {
            link.forgetWrites();
            try {
                result = work.apply(link);
                failure = null;
                return true;
            } catch (SqlFailure e) {
                failure = failures.before(e);
                return false;
            } catch (RuntimeException e) {
                failure = e;
                return !link.hasWritten();
            } catch (Error e) {
                failure = e;
                return false;
            }
        }

        void fail(StoreException reason) {
            failure = reason;
            finish();
        }

        void finish() {
            state.set(DONE);
            LockSupport.unpark(caller);
        }

        @SuppressWarnings("NullAway") // a result is there unless the work returned null, which its type allows then
        T outcome() {
            if (failure instanceof RuntimeException exception) {
                throw exception;
            }
            if (failure instanceof Error error) {
                throw error;
            }
            return result;
        }
    }
}
