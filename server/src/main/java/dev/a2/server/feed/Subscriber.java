package dev.a2.server.feed;

import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One reader of a feed: its thread, and where it stands.
 *
 * <p>The position, and what is held, belong to the thread. The marks {@code live} and {@code atTail} are guarded by the channel's lock. The rest
 * is told from outside: by the channel that there is something to write, by the watch that it is time for a heartbeat, or that
 * the end has come.
 */
final class Subscriber {
    private static final long NOT_WRITING = 0;
    private static final long PAUSE_NANOS = 100_000_000L;

    private final Thread thread = Thread.currentThread();
    private final @Nullable Instant expiresAt;

    /** The newest index that was handed to the thread. */
    long position;

    /** How many bytes of a page it holds. */
    long held;

    /** Frames come from the channel's buffer; otherwise it reads the store until it has caught up. Under the lock. */
    boolean live;

    /** Everything in the channel's buffer was handed to it. Under the lock. */
    boolean atTail;

    /** The channel turned out to be about another history; the position means nothing any more. */
    volatile boolean lost;

    private volatile boolean woken;
    private volatile boolean beat;
    private volatile @Nullable Ending ending;
    private volatile long writingSince = NOT_WRITING;
    private volatile long quietSince = System.nanoTime();

    /** Why the server ends a feed. */
    enum Ending {
        SHUTTING_DOWN("shutting-down"),
        TOO_SLOW("too-slow"),
        EXPIRED("expired");

        final String reason;

        Ending(String reason) {
            this.reason = reason;
        }
    }

    Subscriber(long position, @Nullable Instant expiresAt) {
        this.position = position;
        this.expiresAt = expiresAt;
    }

    // ---- its thread

    /** Waits until there is something to do. */
    void await() {
        while (!woken && ending == null && !thread.isInterrupted()) {
            LockSupport.park(this);
        }
        woken = false;
    }

    /** Waits a moment, if nothing comes up meanwhile. */
    void pause() {
        if (!woken && ending == null) {
            LockSupport.parkNanos(this, PAUSE_NANOS);
        }
    }

    /** Whether a heartbeat is due; asking takes it. */
    boolean takeBeat() {
        boolean due = beat;
        beat = false;
        return due;
    }

    @Nullable Ending ending() {
        return ending;
    }

    void startsWriting() {
        long now = System.nanoTime();
        writingSince = now == NOT_WRITING ? 1 : now;
    }

    void hasWritten() {
        writingSince = NOT_WRITING;
        quietSince = System.nanoTime();
    }

    // ---- others

    void wake() {
        woken = true;
        LockSupport.unpark(thread);
    }

    void end(Ending why) {
        if (ending == null) {
            ending = why;
        }
        LockSupport.unpark(thread);
    }

    /** Frees the thread from a write that the client does not take. */
    void cutOff() {
        end(Ending.TOO_SLOW);
        thread.interrupt();
    }

    /** How long the write under way has taken; 0 if there is none. */
    long writingNanos(long now) {
        long since = writingSince;
        return since == NOT_WRITING ? 0 : now - since;
    }

    /** What the watch does about it, now and then. */
    void look(long now, Instant time, long heartbeatNanos) {
        if (expiresAt != null && !time.isBefore(expiresAt)) {
            end(Ending.EXPIRED);
        }
        // Over two heartbeats nothing went out: the client is gone or does not read (F58).
        if (writingNanos(now) > 2 * heartbeatNanos) {
            cutOff();
        } else if (now - quietSince >= heartbeatNanos && !beat) {
            beat = true;
            wake();
        }
    }
}
