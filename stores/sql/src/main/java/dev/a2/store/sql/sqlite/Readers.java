package dev.a2.store.sql.sqlite;

import dev.a2.store.sql.jdbc.SqlFailure;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The links that read, each used by one caller at a time for one short transaction. */
final class Readers implements AutoCloseable {
    private final Supplier<Link> opener;
    private final SqliteFailures failures;
    private final Duration waitLimit;
    private final int size;
    private final Semaphore permits;
    private final ConcurrentLinkedDeque<Link> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    /** So many links at most, opened when they are needed. */
    Readers(int size, Supplier<Link> opener, SqliteFailures failures, Duration waitLimit) {
        this.size = size;
        this.opener = opener;
        this.failures = failures;
        this.waitLimit = waitLimit;
        this.permits = new Semaphore(size, true);
    }

    /** Runs work on the file as of one moment. */
    <T extends @Nullable Object> T run(Function<Link, T> work) {
        acquire();
        Link link = null;
        boolean sound = false;
        try {
            link = idle.pollFirst();
            if (link == null) {
                link = opener.get();
            }
            link.query(Sql.TRANSACTION_BEGIN_READ).run();
            T result;
            try {
                result = work.apply(link);
            } finally {
                link.query(Sql.TRANSACTION_COMMIT).run();
                sound = true;
            }
            return result;
        } catch (SqlFailure e) {
            throw failures.before(e);
        } finally {
            release(link, sound);
        }
    }

    private void acquire() {
        if (closed) {
            throw failures.closed();
        }
        try {
            if (!permits.tryAcquire(waitLimit.toNanos(), TimeUnit.NANOSECONDS)) {
                throw failures.waited(waitLimit, "one of " + size + " connections that read");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failures.interrupted();
        }
        if (closed) {
            permits.release();
            throw failures.closed();
        }
    }

    private void release(@Nullable Link link, boolean sound) {
        if (link != null && sound) {
            idle.addFirst(link);
        } else if (link != null) {
            close(link);
        }
        permits.release();
        if (closed) {
            closeIdle();
        }
        letOthersRun();
    }

    /** A read never parks, and virtual threads are not sliced: whoever reads in a loop would keep all others waiting. */
    @SuppressWarnings("ThreadPriorityCheck") // not for speed: without it the others might never run
    private static void letOthersRun() {
        if (Thread.currentThread().isVirtual()) {
            Thread.yield();
        }
    }

    private void closeIdle() {
        for (Link link = idle.pollFirst(); link != null; link = idle.pollFirst()) {
            close(link);
        }
    }

    private static void close(Link link) {
        try {
            link.close();
        } catch (SqlFailure e) {
            System.getLogger(Readers.class.getName())
                    .log(System.Logger.Level.DEBUG, "closing a connection that reads", e);
        }
    }

    /** Ends once those who read are done, or the wait limit is over; what is still in use then is closed by its user. */
    @Override
    public void close() {
        closed = true;
        try {
            if (permits.tryAcquire(size, waitLimit.toNanos(), TimeUnit.NANOSECONDS)) {
                permits.release(size);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        closeIdle();
    }
}
