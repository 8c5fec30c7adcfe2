package dev.a2.benchmarks;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.CompleteRequest;
import dev.a2.store.NewEvent;
import dev.a2.store.Served;
import dev.a2.store.SessionStore;
import dev.a2.store.Target;
import dev.a2.store.When;
import dev.a2.store.redis.RedisOptions;
import dev.a2.store.redis.RedisStore;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import redis.clients.jedis.Jedis;

/**
 * The Redis store beside what the same server can do with minimal scripts, and beside BullMQ; all on one server of its own, in
 * turn, so that the ratios mean something.
 */
final class RedisRates {
    static final int SESSIONS = 1_000;
    static final List<Integer> CALLERS = List.of(1, 16, 256);

    private static final Json PAYLOAD = Json.string("x".repeat(198));
    private static final Served SERVED = Served.named("w");
    private static final When LATER = When.after(Duration.ofMinutes(10));

    private final Benchmarks.Settings settings;
    private final MeasuredServer server;
    private final MinimalScripts minimal;
    private final RedisOptions options;
    private Taken taken = new Taken();

    private RedisRates(Benchmarks.Settings settings, MeasuredServer server) {
        this.settings = settings;
        this.server = server;
        this.minimal = new MinimalScripts(server, PAYLOAD.text());
        this.options = RedisOptions.of("127.0.0.1", server.port());
    }

    static void run(Path folder, Benchmarks.Settings settings) throws Exception {
        try (MeasuredServer server = MeasuredServer.start()) {
            RedisRates rates = new RedisRates(settings, server);
            rates.all();
            rates.forget(); // the compiler has seen all ways once
            for (int repeat = 0; repeat < settings.repeats(); repeat++) {
                rates.all();
            }
            RedisTables.print(rates.taken);
            server.empty();
            System.out.println();
            try (SessionStore store = RedisStore.open(rates.options)) {
                Growth.heading();
                Growth.measure("redis", store, settings);
            }
        }
    }

    private void forget() {
        taken = new Taken();
    }

    private void all() throws Exception {
        for (int callers : CALLERS) {
            references(callers);
            operations(callers);
            runtime(callers);
        }
    }

    private void references(int callers) throws Exception {
        server.empty();
        taken.add("xadd", callers, minimal.forTime(callers, settings.seconds(), minimal::xadd));
        minimal.forCount(256, SESSIONS, minimal::group);
        taken.add("xread", callers, minimal.forCount(callers, SESSIONS, minimal::readAndAck));
        server.empty();
        scripted("min append", callers, minimal.forTime(callers, settings.seconds(), minimal::append));
        server.empty();
        minimalRounds(callers);
        taken.add("min life", callers, together("min append", "min claim", "min complete", callers));
        taken.add("raw life", callers, together("xadd", "xread", "xread", callers));
        BullMq peer = BullMq.measure(server, callers, settings.seconds());
        if (peer != null) {
            taken.add("peer add", callers, peer.add());
            taken.add("peer add cpu", callers, peer.addMicros());
            taken.add("peer process", callers, peer.process());
            taken.add("peer start", callers, peer.startMicros());
            taken.add("peer life", callers, peer.life());
        }
    }

    /** Operations per second of three, one after the other; two that are the same are one. */
    private double together(String first, String second, String third, int callers) {
        double seconds = 1 / taken.median(first, callers) + 1 / taken.median(second, callers);
        return 1 / (second.equals(third) ? seconds : seconds + 1 / taken.median(third, callers));
    }

    private void operations(int callers) throws InterruptedException {
        // A fixed clock, so that a script makes the calls of its minimal one and not TIME too.
        Instant now = Instant.ofEpochMilli(1_700_000_000_000L);
        RedisOptions fixed = options.clock(() -> now);
        server.empty();
        try (SessionStore store = RedisStore.open(fixed)) {
            appends(store, callers);
        }
        server.empty();
        try (SessionStore store = RedisStore.open(fixed)) {
            rounds(store, callers);
        }
        server.empty();
        try (SessionStore store = RedisStore.open(options)) {
            taken.add("life", callers, Rates.once(callers, settings.seconds(), thread -> life(store, thread)));
        }
    }

    private void runtime(int callers) throws InterruptedException {
        int some = (int) Math.ceil(200 * settings.seconds());
        server.empty();
        try (SessionStore store = RedisStore.open(options);
                SessionStore other = RedisStore.open(options)) {
            taken.add("runtime", callers, RuntimeRates.lives(store, callers, settings.seconds()));
            taken.add("contended", callers, RuntimeRates.contended(store, callers, settings.seconds()));
            taken.add("drain", callers, RuntimeRates.drain(store, callers, SESSIONS, 20 * SESSIONS));
            taken.add("start", callers, RuntimeRates.startMicros(store, some));
            taken.add("ping", callers, pingMicros(some));
            taken.add("wake-up", callers, RuntimeRates.wakeupMicros(store, other, some));
        }
    }

    /** The round trip of a PING on a connection that was idle for a moment, as between an event and the next; the median. */
    private double pingMicros(int times) {
        List<Double> micros = new ArrayList<>();
        try (Jedis jedis = server.jedis()) {
            for (int i = 0; i < times; i++) {
                LockSupport.parkNanos(500_000);
                long before = System.nanoTime();
                jedis.ping();
                micros.add((System.nanoTime() - before) / 1e3);
            }
        }
        return Rates.of(micros).median();
    }

    private void appends(SessionStore store, int callers) throws InterruptedException {
        int[] next = new int[callers];
        int[] done = new int[callers];
        server.forgetTimes();
        long before = processorNanos();
        double rate = Rates.once(callers, settings.seconds(), thread -> {
            append(store, next[thread]++ * callers + thread);
            done[thread]++;
        });
        long nanos = processorNanos() - before;
        scripted("append", callers, rate);
        taken.add("append cpu", callers, nanos / 1e3 / Arrays.stream(done).sum());
    }

    private static long processorNanos() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                .getProcessCpuTime();
    }

    /** Each round claims and completes one head of every session. */
    private void minimalRounds(int callers) throws InterruptedException {
        Sum claims = new Sum();
        Sum completions = new Sum();
        for (int round = 0; round < rounds(callers); round++) {
            int start = round * SESSIONS;
            minimal.forCount(256, SESSIONS, (pipeline, n) -> minimal.append(pipeline, start + n));
            server.forgetTimes();
            claims.add(minimal.forCount(callers, SESSIONS, (pipeline, n) -> minimal.claim(pipeline, start + n)));
            completions.add(
                    minimal.forCount(callers, SESSIONS, (pipeline, n) -> minimal.complete(pipeline, start + n)));
        }
        claims.take("min claim", callers);
        completions.take("min complete", callers);
    }

    private void rounds(SessionStore store, int callers) throws InterruptedException {
        Sum claims = new Sum();
        Sum completions = new Sum();
        AttemptRef[] attempts = new AttemptRef[SESSIONS];
        for (int round = 0; round < rounds(callers); round++) {
            int start = round * SESSIONS;
            forCount(64, SESSIONS, number -> append(store, start + number));
            server.forgetTimes();
            claims.add(forCount(callers, SESSIONS, number -> attempts[number] = claim(store, name(number))));
            completions.add(forCount(
                    callers,
                    SESSIONS,
                    number -> store.completeAttempt(CompleteRequest.of(name(number), attempts[number]))));
        }
        claims.take("claim", callers);
        completions.take("complete", callers);
    }

    /** Rounds of one operation, put together. */
    private final class Sum {
        private double seconds;
        private double micros;
        private int rounds;

        void add(double rate) {
            seconds += SESSIONS / rate;
            micros += server.scriptMicros();
            server.forgetTimes();
            rounds++;
        }

        void take(String what, int callers) {
            taken.add(what, callers, rounds * SESSIONS / seconds);
            taken.add(what + " us", callers, micros / rounds);
        }
    }

    private int rounds(int callers) {
        return Math.max(1, (int) (settings.seconds() * (callers == 1 ? 6 : 30)));
    }

    private static String name(int number) {
        return "s" + number % SESSIONS;
    }

    private static void append(SessionStore store, int number) {
        NewEvent event = NewEvent.of("e" + number, "t", PAYLOAD).to(Target.each("w"));
        store.append(AppendRequest.of(name(number), event).serving(SERVED));
    }

    private static AttemptRef claim(SessionStore store, String session) {
        ClaimResult result = store.claimAvailable(
                ClaimRequest.of(session, "h", LATER).serving(SERVED).limit(1));
        return ((ClaimResult.Claimed) result).heads().get(0).attempt();
    }

    private static void life(SessionStore store, int thread) {
        String session = "life-" + thread;
        store.append(AppendRequest.of(session, NewEvent.of(null, "t", PAYLOAD).to(Target.each("w")))
                .serving(SERVED));
        store.completeAttempt(CompleteRequest.of(session, claim(store, session)));
    }

    private static double forCount(int threads, int count, IntConsumer operation) throws InterruptedException {
        List<Thread> running = new ArrayList<>();
        long start = System.nanoTime();
        for (int t = 0; t < threads; t++) {
            int first = t;
            running.add(Rates.builder(threads).start(() -> {
                for (int number = first; number < count; number += threads) {
                    operation.accept(number);
                }
            }));
        }
        for (Thread thread : running) {
            thread.join();
        }
        return count / ((System.nanoTime() - start) / 1e9);
    }

    /** A rate, and the server's time for a script since the last. */
    private void scripted(String what, int callers, double rate) {
        taken.add(what, callers, rate);
        taken.add(what + " us", callers, server.scriptMicros());
        server.forgetTimes();
    }
}
