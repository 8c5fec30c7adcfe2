package dev.a2.store.sql.sqlite;

import dev.a2.store.sql.jdbc.SqlFailure;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The link that writes, opened when it is first needed and again after the engine failed; takes and gives back the file's
 * write lock, which it shares fairly with other processes. Used by one thread at a time.
 */
final class WriteLink {
    private static final long SHORTEST_PAUSE_NANOS = Duration.ofNanos(50_000).toNanos();
    private static final long LONGEST_PAUSE_NANOS = Duration.ofMillis(1).toNanos();

    /** How long after another process wrote this one lets others go first. */
    private static final long POLITE_NANOS = Duration.ofMillis(5).toNanos();

    private final Supplier<Link> opener;
    private final SqliteFailures failures;
    private final Duration waitLimit;
    private final Runnable onStale;
    private final AtomicLong outsideWrites = new AtomicLong();
    private @Nullable Link link;
    private long dataVersion = -1;
    private long outsideSeenNanos;
    private boolean lastWriterWasHere;
    private boolean closed;

    /**
     * A link to be opened.
     *
     * @param onStale runs when what is known of the file's content may be wrong: another process wrote, or a transaction
     *     was rolled back
     */
    WriteLink(Supplier<Link> opener, SqliteFailures failures, Duration waitLimit, Runnable onStale) {
        this.opener = opener;
        this.failures = failures;
        this.waitLimit = waitLimit;
        this.onStale = onStale;
    }

    /**
     * Opens a transaction with the file's write lock.
     *
     * @throws dev.a2.store.StoreException STORE_UNAVAILABLE when others keep the lock beyond the limit
     * @throws SqlFailure after any other error of the engine
     */
    Link begin() {
        if (closed) {
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
    }

    private void lock(Link open) {
        long patience = System.nanoTime() + waitLimit.toNanos();
        long pause = SHORTEST_PAUSE_NANOS;
        boolean interrupted = false;
        try {
            while (!tryLock(open)) {
                if (System.nanoTime() - patience >= 0) {
                    throw failures.waited(waitLimit, "another process that holds the write lock");
                }
                interrupted |= pause(pause);
                pause = Math.min(pause * 3 / 2, LONGEST_PAUSE_NANOS);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static boolean tryLock(Link open) {
        try {
            open.query(Sql.TRANSACTION_BEGIN_WRITE).run();
            return true;
        } catch (SqlFailure e) {
            if (!SqliteFailures.isBusy(e)) {
                throw e;
            }
            return false;
        }
    }

    /** The engine has no queue for its lock: who has just written would most often get it again. */
    private void letOthersGoFirst() {
        boolean othersWrite = outsideSeenNanos != 0 && System.nanoTime() - outsideSeenNanos < POLITE_NANOS;
        if (lastWriterWasHere && othersWrite && pause(2 * SHORTEST_PAUSE_NANOS)) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the thread was interrupted, which would end all later pauses at once: it is not any more. */
    private boolean pause(long nanos) {
        LockSupport.parkNanos(this, nanos);
        return Thread.interrupted();
    }

    /** Makes the transaction durable. */
    void commit(Link open) {
        try {
            open.query(Sql.TRANSACTION_COMMIT).run();
        } catch (SqlFailure e) {
            rollback(open);
            if (!SqliteFailures.isBusy(e) && !SqliteFailures.isFull(e)) {
                drop();
            }
            throw e;
        }
    }

    void rollback(Link open) {
        onStale.run();
        try {
            open.query(Sql.TRANSACTION_ROLLBACK).run();
        } catch (SqlFailure e) {
            // The engine rolls back by itself after some errors; a link that is worse off is opened anew.
            drop();
        }
    }

    /** Looks whether others wrote; outside of a transaction too. */
    void noticeOthers() {
        if (link != null) {
            noticeOthers(link);
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

    /** How often others were seen to have written; any thread may ask. */
    long outsideWrites() {
        return outsideWrites.get();
    }

    /** Closes the link; the next transaction opens another. */
    void drop() {
        Link old = link;
        link = null;
        dataVersion = -1;
        onStale.run();
        if (old != null) {
            try {
                old.close();
            } catch (SqlFailure e) {
                System.getLogger(WriteLink.class.getName())
                        .log(System.Logger.Level.DEBUG, "closing a connection that writes", e);
            }
        }
    }

    /** Closes the link for good. */
    void close() {
        closed = true;
        drop();
    }
}
