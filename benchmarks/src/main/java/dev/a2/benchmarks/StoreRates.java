package dev.a2.benchmarks;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.CompleteRequest;
import dev.a2.store.Head;
import dev.a2.store.NewEvent;
import dev.a2.store.ReleaseRequest;
import dev.a2.store.SessionStore;
import dev.a2.store.Target;
import dev.a2.store.When;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;

/**
 * The same work on every store, in one run, and beside it what each one's database does for the least durable write: a row in a
 * table, a value under a key. Every caller has a session of its own.
 */
final class StoreRates {
    private static final Json PAYLOAD = Json.string("x".repeat(198));
    private static final List<Integer> CALLERS = List.of(1, 16, 64);
    /** There are so many of them that each is short. */
    private static final int STRETCHES = 5;
    /** Events that one read returns. */
    private static final int READ = 100;

    /** One thing that a caller does over and over; it is given the store and the caller's number. */
    private record Work(String name, BiConsumer<SessionStore, Integer> operation) {}

    private static final List<Work> WORKS = List.of(
            new Work("append", StoreRates::append),
            new Work("append, claim, complete", StoreRates::live),
            new Work("claim, give back", StoreRates::claim),
            new Work("read " + READ + " events", StoreRates::read));

    private static final String RAW = "its least write";

    private final StoresMeasured stores;
    private final Map<String, List<Double>> rates = new HashMap<>();

    private StoreRates(StoresMeasured stores) {
        this.stores = stores;
    }

    static void run(Path folder, Benchmarks.Settings settings) throws Exception {
        try (StoresMeasured stores = new StoresMeasured(folder)) {
            StoreRates rates = new StoreRates(stores);
            stores.all().forEach(measured -> fill(measured.store()));
            for (int repeat = 0; repeat <= settings.repeats(); repeat++) {
                for (int callers : CALLERS) {
                    rates.round(callers, settings.seconds() / STRETCHES, repeat > 0);
                }
            }
            rates.print();
        }
    }

    private static void fill(SessionStore store) {
        for (int caller = 0; caller < CALLERS.get(CALLERS.size() - 1); caller++) {
            List<NewEvent> events = new ArrayList<>();
            for (int i = 0; i < READ; i++) {
                events.add(NewEvent.of(null, "t", PAYLOAD));
            }
            store.append(AppendRequest.of("read " + caller, events));
            store.append(AppendRequest.of(
                    "claim " + caller, NewEvent.of(null, "t", PAYLOAD).to(Target.each("c"))));
        }
    }

    /** Each store in turn does each work, so that what slows the machine down slows all. */
    private void round(int callers, double seconds, boolean counts) throws InterruptedException {
        for (StoresMeasured.Measured measured : stores.all()) {
            for (Work work : WORKS) {
                double rate =
                        Rates.once(callers, seconds, caller -> work.operation().accept(measured.store(), caller));
                take(key(measured, work.name(), callers), rate, counts);
            }
            take(key(measured, RAW, callers), Rates.once(callers, seconds, measured.leastWrite()), counts);
        }
    }

    private void take(String key, double rate, boolean counts) {
        if (counts) {
            rates.computeIfAbsent(key, any -> new ArrayList<>()).add(rate);
        }
    }

    private static String key(StoresMeasured.Measured measured, String work, int callers) {
        return measured.name() + "/" + work + "/" + callers;
    }

    private void print() {
        System.out.println(
                "| callers | what | store | per second min/med/max | to sqlite | to the store's least write |");
        System.out.println("|---|---|---|---|---|---|");
        for (int callers : CALLERS) {
            for (Work work : WORKS) {
                stores.all().forEach(measured -> print(measured, work.name(), callers));
            }
            stores.all().forEach(measured -> print(measured, RAW, callers));
        }
    }

    private void print(StoresMeasured.Measured measured, String work, int callers) {
        Rates.Rate rate = rate(measured, work, callers);
        double sqlite = rate(stores.sqlite(), work, callers).median();
        double least = rate(measured, RAW, callers).median();
        System.out.printf(
                Locale.ROOT,
                "| %d | %s | %s | %s | %.2f | %.2f |%n",
                callers,
                work,
                measured.name(),
                rate,
                rate.median() / sqlite,
                rate.median() / least);
    }

    private Rates.Rate rate(StoresMeasured.Measured measured, String work, int callers) {
        return Rates.of(Objects.requireNonNull(rates.get(key(measured, work, callers))));
    }

    private static void append(SessionStore store, int caller) {
        store.append(AppendRequest.of("append " + caller, NewEvent.of(null, "t", PAYLOAD)));
    }

    private static void live(SessionStore store, int caller) {
        String session = "live " + caller;
        store.append(AppendRequest.of(session, NewEvent.of(null, "t", PAYLOAD).to(Target.each("c"))));
        store.completeAttempt(CompleteRequest.of(session, taken(store, session).attempt()));
    }

    private static void claim(SessionStore store, int caller) {
        String session = "claim " + caller;
        Head head = taken(store, session);
        store.releaseClaims(new ReleaseRequest(session, "h", List.of(head.attempt())));
    }

    private static Head taken(SessionStore store, String session) {
        ClaimRequest request = ClaimRequest.of(session, "h", When.after(Duration.ofMinutes(1)));
        return ((ClaimResult.Claimed) store.claimAvailable(request)).heads().get(0);
    }

    private static void read(SessionStore store, int caller) {
        if (store.readEvents("read " + caller, 0).size() != READ) {
            throw new IllegalStateException("events are missing");
        }
    }
}
