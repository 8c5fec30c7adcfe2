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
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntConsumer;

/**
 * The Redis store beside what the same server can do with minimal scripts, and beside BullMQ; all on one server of its own, in
 * turn, so that the ratios mean something.
 */
final class RedisRates {
    static final int SESSIONS = 1_000;

    private static final List<Integer> CALLERS = List.of(1, 16, 256);
    private static final Json PAYLOAD = Json.string("x".repeat(198));
    private static final Served SERVED = Served.named("w");
    private static final When LATER = When.after(Duration.ofMinutes(10));

    private final Benchmarks.Settings settings;
    private final MeasuredServer server;
    private final MinimalScripts minimal;
    private final Map<String, List<Double>> taken = new HashMap<>();

    private RedisRates(Benchmarks.Settings settings, MeasuredServer server) {
        this.settings = settings;
        this.server = server;
        this.minimal = new MinimalScripts(server, PAYLOAD.text());
    }

    static void run(Path folder, Benchmarks.Settings settings) throws Exception {
        try (MeasuredServer server = MeasuredServer.start()) {
            RedisRates rates = new RedisRates(settings, server);
            for (int repeat = 0; repeat < settings.repeats(); repeat++) {
                for (int callers : CALLERS) {
                    rates.measure(callers);
                }
            }
            rates.print();
            BullMq.run(server, settings, rates::median);
        }
    }

    private void measure(int callers) throws InterruptedException {
        server.empty();
        take("xadd", callers, minimal.forTime(callers, settings.seconds(), minimal::xadd));
        server.empty();
        scripted("min append", callers, minimal.forTime(callers, settings.seconds(), minimal::append));
        server.empty();
        minimalRounds(callers);
        server.empty();
        // A fixed clock, so that a script makes the calls of its minimal one and not TIME too.
        Instant now = Instant.ofEpochMilli(1_700_000_000_000L);
        RedisOptions options = RedisOptions.of("127.0.0.1", server.port());
        RedisOptions fixed = options.clock(() -> now);
        try (SessionStore store = RedisStore.open(fixed)) {
            appends(store, callers);
        }
        server.empty();
        try (SessionStore store = RedisStore.open(fixed)) {
            rounds(store, callers);
        }
        server.empty();
        try (SessionStore store = RedisStore.open(options)) {
            take("life", callers, Rates.once(callers, settings.seconds(), thread -> life(store, thread)));
        }
        server.empty();
        try (SessionStore store = RedisStore.open(options)) {
            take("runtime", callers, Lives.rate(store, callers, settings.seconds()));
        }
    }

    private void appends(SessionStore store, int callers) throws InterruptedException {
        int[] next = new int[callers];
        server.forgetTimes();
        scripted(
                "append",
                callers,
                Rates.once(callers, settings.seconds(), thread -> append(store, next[thread]++ * callers + thread)));
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
            claims.add(forCount(callers, SESSIONS, number -> attempts[number] = claim(store, number)));
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
            RedisRates.this.take(what, callers, rounds * SESSIONS / seconds);
            RedisRates.this.take(what + " us", callers, micros / rounds);
        }
    }

    private int rounds(int callers) {
        return Math.max(1, (int) (settings.seconds() * (callers == 1 ? 6 : 30)));
    }

    private static String name(int number) {
        return "s" + number % SESSIONS;
    }

    private static NewEvent event(String id) {
        return NewEvent.of(id, "t", PAYLOAD).to(Target.each("w"));
    }

    private static void append(SessionStore store, int number) {
        store.append(AppendRequest.of(name(number), event("e" + number)).serving(SERVED));
    }

    private static AttemptRef claim(SessionStore store, int number) {
        return claim(store, name(number));
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
            running.add(Thread.ofVirtual().start(() -> {
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

    private void take(String what, int callers, double value) {
        taken.computeIfAbsent(what + " " + callers, key -> new ArrayList<>()).add(value);
    }

    /** A rate, and the server's time for a script since the last. */
    private void scripted(String what, int callers, double rate) {
        take(what, callers, rate);
        take(what + " us", callers, server.scriptMicros());
        server.forgetTimes();
    }

    private Rates.Rate rate(String what, int callers) {
        return Rates.of(Objects.requireNonNull(taken.get(what + " " + callers), what));
    }

    private double median(String what, int callers) {
        return rate(what, callers).median();
    }

    private void print() {
        System.out.println("| callers | operation | per second min/med/max | minimal script, per second | ratio"
                + " | server us a call | minimal | ratio |");
        System.out.println("|---|---|---|---|---|---|---|---|");
        for (int callers : CALLERS) {
            for (String what : List.of("append", "claim", "complete")) {
                double micros = median(what + " us", callers);
                double least = median("min " + what + " us", callers);
                System.out.printf(
                        Locale.ROOT,
                        "| %d | %s | %s | %s | %.2f | %.1f | %.1f | %.2f |%n",
                        callers,
                        what,
                        rate(what, callers),
                        rate("min " + what, callers),
                        median(what, callers) / median("min " + what, callers),
                        micros,
                        least,
                        least / micros);
            }
        }
        System.out.println();
        System.out.println(
                "| callers | append to raw XADD | life, bare store | to minimal life | life, runtime | to minimal life |");
        System.out.println("|---|---|---|---|---|---|");
        for (int callers : CALLERS) {
            double least = minimalLife(callers);
            System.out.printf(
                    Locale.ROOT,
                    "| %d | %.2f | %s | %.2f | %s | %.2f |%n",
                    callers,
                    median("append", callers) / median("xadd", callers),
                    rate("life", callers),
                    median("life", callers) / least,
                    rate("runtime", callers),
                    median("runtime", callers) / least);
        }
    }

    /** An append, a claim and a completion, one after another. */
    private double minimalLife(int callers) {
        return 1
                / (1 / median("min append", callers)
                        + 1 / median("min claim", callers)
                        + 1 / median("min complete", callers));
    }
}
