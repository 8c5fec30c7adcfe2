package dev.a2.tck;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Runs calls at the same time, and waits for conditions; nothing waits or goes on for ever. */
final class Together {
    private static final Duration CALLS = Duration.ofSeconds(60);
    private static final Duration CONDITION = Duration.ofSeconds(10);

    private static final long PAUSE_NANOS = 100_000;
    private static final int ENOUGH_LOOKS = 100;

    private Together() {}

    /** Starts so many calls at once, each on a thread of its own, and returns their results by number. */
    static <T> List<T> run(int count, IntFunction<Callable<T>> calls) {
        CountDownLatch start = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(count);
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        List<CompletableFuture<T>> results = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Callable<T> call = calls.apply(i);
            CompletableFuture<T> result = new CompletableFuture<>();
            results.add(result);
            threads.add(Thread.ofVirtual().start(() -> {
                try {
                    start.await();
                    result.complete(call.call());
                } catch (Throwable e) {
                    if (failure.compareAndSet(null, e)) {
                        threads.forEach(Thread::interrupt);
                    }
                } finally {
                    ended.countDown();
                }
            }));
        }
        start.countDown();
        boolean inTime = await(ended);
        Throwable failed = failure.get();
        if (failed != null) {
            throw new AssertionError("one of the calls made at the same time failed: " + failed.getMessage(), failed);
        }
        if (!inTime) {
            threads.forEach(Thread::interrupt);
            throw new AssertionError("calls made at the same time did not end within " + CALLS);
        }
        return results.stream().map(CompletableFuture::join).toList();
    }

    private static boolean await(CountDownLatch ended) {
        try {
            return ended.await(CALLS.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /**
     * Writes round by round while two readers look again and again: at least {@code rounds} times, and on until each reader
     * has looked often enough, so that looks fall between writes also where writing is fast.
     */
    static void whileWriting(int rounds, IntConsumer write, Runnable look) {
        AtomicInteger looks = new AtomicInteger();
        AtomicBoolean done = new AtomicBoolean();
        run(
                3,
                number -> number == 0
                        ? () -> {
                            int round = 0;
                            while (round < rounds || (looks.get() < ENOUGH_LOOKS && round < rounds * 20)) {
                                write.accept(round++);
                                pause();
                            }
                            done.set(true);
                            return round;
                        }
                        : () -> {
                            Rounds all = new Rounds("looking until all is written");
                            do {
                                look.run();
                                looks.incrementAndGet();
                                pause();
                            } while (!done.get() && all.another());
                            return number;
                        });
    }

    /** Lets others go on for a moment. */
    static void pause() {
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    /** Waits until the condition holds. */
    static void until(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + CONDITION.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("not within " + CONDITION + ": " + what);
            }
            pause();
        }
    }

    /** Counts the rounds of a loop that a wrong store could keep from ending. */
    static final class Rounds {
        private final String what;
        private final int most;
        private final long end = System.nanoTime() + CALLS.toNanos();
        private int rounds;

        /** Bounded by time. */
        Rounds(String what) {
            this(what, Integer.MAX_VALUE);
        }

        /** Bounded by their number too. */
        Rounds(String what, int most) {
            this.what = what;
            this.most = most;
        }

        /** True, or an error when it has been going on for too long or nobody needs it any more. */
        boolean another() {
            if (++rounds > most
                    || System.nanoTime() > end
                    || Thread.currentThread().isInterrupted()) {
                throw new AssertionError("this does not come to an end: " + what + ", after " + rounds + " rounds");
            }
            return true;
        }
    }
}
