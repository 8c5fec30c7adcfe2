package dev.a2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Whoever holds it gets on, however many virtual threads want it. */
final class BriefLockTest {
    /** More than there are processors for: none of those that run virtual threads has nothing else to do. */
    private static final int WAITING = 8 * Runtime.getRuntime().availableProcessors();

    private final BriefLock lock = new BriefLock();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger had = new AtomicInteger();

    private Thread start(Runnable body) {
        Thread thread = Thread.ofVirtual().start(body);
        threads.add(thread);
        return thread;
    }

    private void haveOnce() {
        lock.lock();
        try {
            had.incrementAndGet();
        } finally {
            lock.unlock();
        }
    }

    private void awaitEnds() {
        Eventually.until("all had it", () -> threads.stream().noneMatch(Thread::isAlive));
    }

    /** Another thread that is no virtual one wakes it, as when it waited for a lock of the library's. */
    @Test
    void holderThatWasStoppedForAMomentIsRunAgain() throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        AtomicBoolean free = new AtomicBoolean();
        Thread holder = start(() -> {
            lock.lock();
            held.countDown();
            while (!free.get()) {
                LockSupport.park();
            }
            lock.unlock();
        });
        Eventually.await(held);
        for (int i = 0; i < WAITING; i++) {
            start(this::haveOnce);
        }
        Thread.sleep(50);

        free.set(true);
        LockSupport.unpark(holder);

        awaitEnds();
        assertThat(had).hasValue(WAITING);
    }

    @Test
    void interruptIsKeptForWhoWaits() throws InterruptedException {
        AtomicBoolean interrupted = new AtomicBoolean();
        lock.lock();
        Thread waiting = start(() -> {
            haveOnce();
            interrupted.set(Thread.currentThread().isInterrupted());
        });
        Thread.sleep(20);
        waiting.interrupt();
        Thread.sleep(20);
        assertThat(had).hasValue(0);

        lock.unlock();

        awaitEnds();
        assertThat(had).hasValue(1);
        assertThat(interrupted).isTrue();
    }
}
