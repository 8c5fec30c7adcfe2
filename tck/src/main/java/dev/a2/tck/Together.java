package dev.a2.tck;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;

/** Runs calls at the same time, and waits for conditions; nothing waits for ever. */
final class Together {
    private static final long LIMIT_SECONDS = 60;
    private static final long CONDITION_SECONDS = 10;

    private Together() {}

    /** Starts so many calls at once, each on a thread of its own, and returns their results by number. */
    static <T> List<T> run(int count, IntFunction<Callable<T>> calls) {
        CountDownLatch start = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Callable<T> call = calls.apply(i);
                running.add(threads.submit(() -> {
                    start.await();
                    return call.call();
                }));
            }
            start.countDown();
            List<T> results = new ArrayList<>();
            for (Future<T> each : running) {
                results.add(get(each));
            }
            return results;
        }
    }

    private static <T> T get(Future<T> running) {
        try {
            return running.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError("one of the calls made at the same time failed: " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            running.cancel(true);
            throw new AssertionError("a call did not end within " + LIMIT_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** Waits until the condition holds. */
    static void until(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(CONDITION_SECONDS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("not within " + CONDITION_SECONDS + " s: " + what);
            }
            Thread.onSpinWait();
            Thread.yield();
        }
    }
}
