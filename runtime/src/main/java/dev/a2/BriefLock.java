package dev.a2;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock that is held for moments only, by tasks that run user code as well as by urgent ones. Under it nothing waits.
 *
 * <p>A virtual thread does not queue for it. Handlers that compute may keep it from running when its turn comes, and whoever
 * queued behind it would wait for them: a renewal, for instance (RT-4).
 */
final class BriefLock {
    private final ReentrantLock lock = new ReentrantLock();

    @SuppressWarnings("ThreadPriorityCheck") // who holds it goes on without this thread's processor
    void lock() {
        if (!Thread.currentThread().isVirtual()) {
            lock.lock();
            return;
        }
        while (!lock.tryLock()) {
            Thread.yield();
        }
    }

    void unlock() {
        lock.unlock();
    }
}
