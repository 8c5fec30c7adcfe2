package dev.a2;

import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock that is held for moments only, by tasks that run user code as well as by urgent ones. Under it nothing waits.
 *
 * <p>A virtual thread does not queue for it. Handlers that compute may keep it from running when its turn comes, and whoever
 * queued behind it would wait for them: a renewal, for instance (RT-4). It looks again instead: at first as soon as others had
 * their turn, then after a pause. Threads that only yielded to each other could keep the holder from running for ever, if that
 * was stopped for a moment: who yields goes before who was woken.
 */
final class BriefLock {
    private static final int YIELDS = 16;
    private static final long PAUSE_NANOS = 50_000;

    private final ReentrantLock lock = new ReentrantLock();

    void lock() {
        if (Thread.currentThread().isVirtual()) {
            lookAgain();
        } else {
            lock.lock();
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // who holds it goes on without this thread's processor
    private void lookAgain() {
        boolean interrupted = false;
        for (int looks = 1; !lock.tryLock(); looks++) {
            if (looks <= YIELDS) {
                Thread.yield();
            } else {
                LockSupport.parkNanos(this, PAUSE_NANOS);
                // With an interrupt pending there would be no pause.
                interrupted |= Thread.interrupted();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void unlock() {
        lock.unlock();
    }
}
