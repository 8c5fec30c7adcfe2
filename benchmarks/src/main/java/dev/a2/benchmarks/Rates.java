package dev.a2.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;

/** Operations per second of a closed loop: on a thread of the platform if it is one, on virtual threads if they are more. */
final class Rates {
    /** Rates of repeated stretches, ascending. */
    record Rate(List<Double> perSecond) {
        double median() {
            return perSecond.get(perSecond.size() / 2);
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT, "%,.0f/%,.0f/%,.0f", perSecond.get(0), median(), perSecond.get(perSecond.size() - 1));
        }
    }

    private Rates() {}

    /** Runs an operation from so many threads for so long; it is given the thread's number. */
    static double once(int threads, double seconds, IntConsumer operation) throws InterruptedException {
        LongAdder done = new LongAdder();
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        CountDownLatch ready = new CountDownLatch(threads);
        CountDownLatch go = new CountDownLatch(1);
        long[] endNanos = new long[1];
        List<Thread> running = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int thread = i;
            running.add(builder(threads).start(() -> {
                try {
                    ready.countDown();
                    go.await();
                    while (System.nanoTime() < endNanos[0] && failures.isEmpty()) {
                        operation.accept(thread);
                        done.increment();
                    }
                } catch (InterruptedException | RuntimeException | Error e) {
                    failures.add(e);
                }
            }));
        }
        ready.await();
        long start = System.nanoTime();
        endNanos[0] = start + (long) (seconds * 1e9);
        go.countDown();
        for (Thread thread : running) {
            thread.join();
        }
        if (!failures.isEmpty()) {
            throw new IllegalStateException("the operation failed", failures.get(0));
        }
        return done.sum() / ((System.nanoTime() - start) / 1e9);
    }

    static Thread.Builder builder(int threads) {
        return threads == 1 ? Thread.ofPlatform() : Thread.ofVirtual();
    }

    static Rate of(List<Double> stretches) {
        return new Rate(stretches.stream().sorted().toList());
    }

    /** Mean time of an operation in microseconds. */
    static double micros(int operations, Runnable operation) {
        long start = System.nanoTime();
        for (int i = 0; i < operations; i++) {
            operation.run();
        }
        return (System.nanoTime() - start) / 1e3 / operations;
    }
}
