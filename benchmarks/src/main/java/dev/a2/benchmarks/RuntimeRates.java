package dev.a2.benchmarks;

import dev.a2.A2;
import dev.a2.A2Listener;
import dev.a2.A2Options;
import dev.a2.Concurrency;
import dev.a2.Contract;
import dev.a2.FeedReader;
import dev.a2.Recorded;
import dev.a2.Session;
import dev.a2.store.AttemptRef;
import dev.a2.store.SessionStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** The runtime with handlers that do nothing: how much it gets done, and how soon. */
final class RuntimeRates {
    private record Asked(String text) {}

    private static final Asked ASKED = new Asked("x".repeat(187));
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private RuntimeRates() {}

    private static Contract<Asked> contract(Runnable handler) {
        return Contract.of("rates", Asked.class)
                .effect(Asked.class, (asked, context) -> handler.run())
                .build();
    }

    /** As many at once as callers, of one consumer. */
    private static A2Options options(int callers) {
        return A2Options.defaults().concurrency(new Concurrency(Math.max(2, 2 * callers), callers, callers));
    }

    /** Whole lives per second: each caller appends ten events to its session, and waits until all are completed. */
    static double lives(SessionStore store, int callers, double seconds) throws InterruptedException {
        Ended ended = new Ended();
        try (A2<Asked> a2 = A2.open(contract(() -> {}), store, options(callers).listener(ended))) {
            long start = System.nanoTime();
            Rates.once(callers, seconds, thread -> {
                Session<Asked> session = a2.session("session-" + thread);
                for (int i = 0; i < 10; i++) {
                    session.append(ASKED);
                }
                ended.await(session.id(), 10);
            });
            return ended.count.sum() / ((System.nanoTime() - start) / 1e9);
        }
    }

    /** Waits for the ends of attempts. */
    private static final class Ended implements A2Listener {
        final LongAdder count = new LongAdder();
        private final Map<String, Semaphore> sessions = new ConcurrentHashMap<>();

        @Override
        public void attemptEnded(String sessionId, AttemptRef attempt, Ending ending) {
            count.increment();
            of(sessionId).release();
        }

        void await(String sessionId, int attempts) {
            try {
                if (!of(sessionId).tryAcquire(attempts, LONGEST.toSeconds(), TimeUnit.SECONDS)) {
                    throw new IllegalStateException("attempts of session " + sessionId + " did not end in time");
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted while attempts were under way", e);
            }
        }

        private Semaphore of(String sessionId) {
            return sessions.computeIfAbsent(sessionId, id -> new Semaphore(0));
        }
    }

    /** The same where all callers append to one session, and there are slots for what they append as well as for what runs. */
    static double contended(SessionStore store, int callers, double seconds) throws InterruptedException {
        LongAdder handled = new LongAdder();
        try (A2<Asked> a2 = A2.open(contract(handled::increment), store, options(512))) {
            Session<Asked> session = a2.session("contended");
            long start = System.nanoTime();
            Rates.once(callers, seconds, thread -> session.append(ASKED));
            session.settle(LONGEST);
            return handled.sum() / ((System.nanoTime() - start) / 1e9);
        }
    }

    /** How many of so many events, which wait in so many sessions, a worker handles per second from its start. */
    static double drain(SessionStore store, int callers, int sessions, int events) throws InterruptedException {
        int each = events / sessions;
        CountDownLatch left = new CountDownLatch(each * sessions);
        try (A2<Asked> writer = A2.open(contract(() -> {}), store, options(1).workers(false))) {
            for (int s = 0; s < sessions; s++) {
                writer.session("filled-" + s).append(Collections.nCopies(each, ASKED));
            }
        }
        long start = System.nanoTime();
        A2<Asked> worker = A2.open(contract(left::countDown), store, options(callers));
        try (worker) {
            if (!left.await(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException(left.getCount() + " events were not handled in time");
            }
        }
        return each * sessions / ((System.nanoTime() - start) / 1e9);
    }

    /** Microseconds from an append to the start of the event's handler, the median of so many, one at a time. */
    static double startMicros(SessionStore store, int times) throws InterruptedException {
        AtomicInteger started = new AtomicInteger();
        long[] at = new long[times];
        Ended ended = new Ended();
        A2Options options = A2Options.defaults().listener(ended);
        Runnable handler = () -> at[started.getAndIncrement()] = System.nanoTime();
        try (A2<Asked> a2 = A2.open(contract(handler), store, options)) {
            List<Double> micros = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                Session<Asked> session = a2.session("started-" + i % 100);
                long before = System.nanoTime();
                session.append(ASKED);
                ended.await(session.id(), 1);
                micros.add((at[i] - before) / 1e3);
            }
            return Rates.of(micros).median();
        }
    }

    /** Microseconds from an append to the event's arrival at a feed of another store on the same server; the median. */
    static double wakeupMicros(SessionStore store, SessionStore other, int times) {
        A2Options idle = A2Options.defaults().workers(false);
        try (A2<Asked> writer = A2.open(contract(() -> {}), store, idle);
                A2<Asked> elsewhere = A2.open(contract(() -> {}), other, idle);
                FeedReader<Recorded<Asked>> reader =
                        elsewhere.session("watched").feed(0).open()) {
            List<Double> micros = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                long before = System.nanoTime();
                writer.session("watched").append(ASKED);
                if (reader.poll(LONGEST).isEmpty()) {
                    throw new IllegalStateException("an event did not come in time");
                }
                micros.add((System.nanoTime() - before) / 1e3);
            }
            return Rates.of(micros).median();
        }
    }
}
