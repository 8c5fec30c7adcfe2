package dev.a2.store.sql.sqlite;

import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import dev.a2.store.sql.jdbc.SqlFailure;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
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
     * The work of a group runs in one transaction, each task seeing what those before it wrote. The rules check before they
     * write, so a task that fails has written nothing, as a rule, and leaves the others alone. Otherwise, and after any error
     * of the engine, which may have ended the transaction by itself, everything is rolled back and the others run again,
     * each alone.
     */

    private static final System.Logger LOG = System.getLogger(GroupWriter.class.getName());
    private static final int MOST_IN_GROUP = 512;
    private static final boolean MANY_CARRIERS = Runtime.getRuntime().availableProcessors() > 1;

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

    private final SqliteFailures failures;
    private final Limits limits;
    private final WriteLink link; // guarded by leading
    private final ReentrantLock leading = new ReentrantLock();
    private final ConcurrentLinkedQueue<WriteTask<?>> queue = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private volatile boolean closed;

    /**
     * A writer through a link of its own.
     *
     * @param onStale runs in the leader when what is known of the file's content may be wrong
     */
    GroupWriter(Supplier<Link> opener, SqliteFailures failures, Limits limits, Runnable onStale) {
        this.failures = failures;
        this.limits = limits;
        this.link = new WriteLink(opener, failures, limits.caller(), onStale);
        this.thread = Thread.ofPlatform().name("a2-sqlite-write").daemon().start(this::serve);
    }

    // ---- callers

    /** Runs work in a transaction that is durable when this returns. The work may run more than once. */
    <T extends @Nullable Object> T run(Function<Link, T> work) {
        if (closed) {
            throw failures.closed();
        }
        WriteTask<T> task = new WriteTask<>(work);
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
            }
            wakeForTheRest();
        } else if (!leading.isLocked()) {
            LockSupport.unpark(thread);
        }
        return await(task);
    }

    private static boolean mayLead() {
        return MANY_CARRIERS || !Thread.currentThread().isVirtual();
    }

    private void wakeForTheRest() {
        if (!queue.isEmpty()) {
            LockSupport.unpark(thread);
        }
    }

    private <T extends @Nullable Object> T await(WriteTask<T> task) {
        boolean interrupted = false;
        try {
            long turn = System.nanoTime() + limits.caller().toNanos();
            // A leader that has it waits for other processes as long again, and then it commits.
            long end = turn + 2 * limits.caller().toNanos();
            while (!task.isDone()) {
                long now = System.nanoTime();
                if (now - turn >= 0 && task.takeBack()) {
                    throw failures.waited(limits.caller(), "its turn to write");
                }
                if (now - end >= 0) {
                    throw failures.abandoned(limits.caller().multipliedBy(2));
                }
                LockSupport.parkNanos(this, now - turn < 0 ? turn - now : end - now);
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
                Thread.interrupted(); // with the flag set it could not park again
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
        WriteTask<?> first = next();
        if (first == null) {
            return;
        }
        List<WriteTask<?>> group = new ArrayList<>();
        group.add(first);
        try {
            WriteTask<?> broken = tryGroup(group, true);
            if (broken != null) {
                broken.finish();
                group.stream().filter(task -> task != broken).forEach(this::runAlone);
            }
        } catch (RuntimeException | Error e) {
            abandon(group, e);
        }
    }

    /** After what nobody foresaw: whoever waits is told, and the leader goes on with a new link. */
    private void abandon(List<WriteTask<?>> group, Throwable reason) {
        LOG.log(Level.ERROR, "a group of writes came to an unforeseen end", reason);
        StoreException told = failures.unavailable(Effect.UNKNOWN, "failed in an unforeseen way", reason);
        try {
            link.drop();
        } finally {
            group.stream().filter(task -> !task.isDone()).forEach(task -> task.fail(told));
        }
    }

    private void runAlone(WriteTask<?> task) {
        if (tryGroup(List.of(task), false) != null) {
            task.finish();
        }
    }

    private @Nullable WriteTask<?> next() {
        WriteTask<?> task = queue.poll();
        while (task != null && !task.take()) {
            task = queue.poll();
        }
        return task;
    }

    /**
     * Runs a group in one transaction.
     *
     * @param grows whether it takes in what is queued meanwhile
     * @return the task that broke the transaction, so that nothing was written and none of them is done; null when all are
     *     done, or failed because there was no transaction
     */
    private @Nullable WriteTask<?> tryGroup(List<WriteTask<?>> group, boolean grows) {
        Link open;
        try {
            open = link.begin();
        } catch (SqlFailure e) {
            link.drop();
            group.forEach(task -> task.fail(failures.before(e)));
            return null;
        } catch (StoreException e) {
            group.forEach(task -> task.fail(e));
            return null;
        }
        WriteTask<?> broken = runAll(open, group, grows);
        if (broken != null) {
            link.rollback(open);
            return broken;
        }
        try {
            link.commit(open);
            group.forEach(WriteTask::finish);
        } catch (SqlFailure e) {
            group.forEach(task -> task.fail(failures.atCommit(e)));
        }
        return null;
    }

    private @Nullable WriteTask<?> runAll(Link open, List<WriteTask<?>> group, boolean grows) {
        long end = System.nanoTime() + limits.group().toNanos();
        WriteTask<?> task = group.get(0);
        while (task != null) {
            if (!task.run(open, failures)) {
                return task;
            }
            boolean full = !grows || group.size() == MOST_IN_GROUP || System.nanoTime() - end >= 0;
            task = full ? null : next();
            if (task != null) {
                group.add(task);
            }
        }
        return null;
    }

    // ---- the watcher, and the end

    /** How often other processes, or other stores in this one, were seen to have written; looks now if nobody leads. */
    long outsideWrites() {
        if (leading.tryLock()) {
            try {
                link.noticeOthers();
            } catch (SqlFailure e) {
                link.drop();
            } finally {
                leading.unlock();
            }
            wakeForTheRest();
        }
        return link.outsideWrites();
    }

    /** Runs something while nobody here writes. */
    void pauseFor(Runnable upkeep) {
        leading.lock();
        try {
            upkeep.run();
        } finally {
            leading.unlock();
        }
        wakeForTheRest();
    }

    /** Ends once all work is done that was accepted. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(limits.caller().multipliedBy(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        leading.lock();
        try {
            while (!queue.isEmpty()) {
                leadGroup();
            }
            link.close();
        } finally {
            leading.unlock();
        }
    }
}
