package dev.a2.server.http;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes all requests and answers under way may hold together (SRV-4). */
public final class Budget {
    private final AtomicLong left;

    /** A budget of so many bytes. */
    public Budget(long bytes) {
        this.left = new AtomicLong(bytes);
    }

    /** Takes bytes, if there are so many left. What was taken must be given back. */
    public boolean take(long bytes) {
        if (left.addAndGet(-bytes) >= 0) {
            return true;
        }
        left.addAndGet(bytes);
        return false;
    }

    /** Gives back what was taken. */
    public void give(long bytes) {
        left.addAndGet(bytes);
    }

    /** How many bytes are left. */
    public long left() {
        return left.get();
    }
}
