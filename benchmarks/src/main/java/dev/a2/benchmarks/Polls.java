package dev.a2.benchmarks;

import dev.a2.A2;
import dev.a2.A2Options;
import dev.a2.Contract;
import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.CompleteRequest;
import dev.a2.store.NewEvent;
import dev.a2.store.Served;
import dev.a2.store.SessionStore;
import dev.a2.store.TakeWorkRequest;
import dev.a2.store.Target;
import dev.a2.store.When;
import dev.a2.store.redis.RedisOptions;
import dev.a2.store.redis.RedisStore;
import dev.a2.store.sql.sqlite.SqliteStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What it costs to find the sessions that have work, alone and among very many that have none (RT-9, WRK-5). */
final class Polls {
    private record Asked(int n) {}

    private static final int ACTIVE = 1_000;
    private static final String HANDLERS = "a2.handlers";
    private static final int WRITERS = 64;
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private final SessionStore store;
    private final Benchmarks.Settings settings;
    private final List<Double> polls = new ArrayList<>();
    private final List<Double> drains = new ArrayList<>();
    private final LongAdder drainCalls = new LongAdder();
    private final AtomicInteger marks = new AtomicInteger();

    private Polls(SessionStore store, Benchmarks.Settings settings) {
        this.store = store;
        this.settings = settings;
    }

    static void run(Path folder, Benchmarks.Settings settings) throws Exception {
        System.out.println(
                "| store | idle sessions | sessions with work | calls a poll | marks found | polls/s min/med/max"
                        + " | ratio | calls to handle all | sessions handled/s min/med/max | ratio |");
        System.out.println("|---|---|---|---|---|---|---|---|---|---|");
        SqliteStore.Options options = SqliteStore.Options.defaults().sync(SqliteStore.Sync.NORMAL);
        try (SessionStore alone = SqliteStore.open(folder.resolve("alone.db"), options);
                SessionStore among = SqliteStore.open(folder.resolve("among.db"), options)) {
            compare("sqlite", new Polls(alone, settings), new Polls(among, settings));
        }
        try (MeasuredServer first = MeasuredServer.start();
                MeasuredServer second = MeasuredServer.start();
                SessionStore alone = RedisStore.open(RedisOptions.of("127.0.0.1", first.port()));
                SessionStore among = RedisStore.open(RedisOptions.of("127.0.0.1", second.port()))) {
            compare("redis", new Polls(alone, settings), new Polls(among, settings));
        }
    }

    /** Measures both in turn, so that whatever else the machine does slows both. */
    private static void compare(String name, Polls alone, Polls among) throws InterruptedException {
        among.idle(among.settings.large());
        for (Polls each : List.of(alone, among)) {
            each.measure("warm");
            each.forget();
        }
        for (int i = 0; i < alone.settings.repeats(); i++) {
            alone.measure("round-" + i);
            among.measure("round-" + i);
        }
        alone.print(name, 0, alone);
        among.print(name, among.settings.large(), alone);
    }

    private void forget() {
        polls.clear();
        drains.clear();
        drainCalls.reset();
    }

    private void measure(String prefix) throws InterruptedException {
        for (int i = 0; i < ACTIVE; i++) {
            append(prefix + "-" + i, event(i));
        }
        polls.add(Rates.once(1, settings.seconds(), thread -> marks.set(poll())));
        drains.add(ACTIVE / drain());
    }

    private void print(String name, int idle, Polls alone) {
        Rates.Rate found = Rates.of(polls);
        Rates.Rate handled = Rates.of(drains);
        System.out.printf(
                Locale.ROOT,
                "| %s | %,d | %,d | %d | %d | %s | %.2f | %,d | %s | %.2f |%n",
                name,
                idle,
                ACTIVE,
                store.workShards(),
                marks.get(),
                found,
                found.median() / Rates.of(alone.polls).median(),
                drainCalls.sum() / drains.size(),
                handled,
                handled.median() / Rates.of(alone.drains).median());
    }

    /** What a worker does at an interval; the marks are due again at once, so that each poll finds as much. */
    private int poll() {
        int found = 0;
        for (int shard = 0; shard < store.workShards(); shard++) {
            found += store.takeWork(new TakeWorkRequest(shard, Set.of(HANDLERS), 128, Duration.ofMillis(1)))
                    .marks()
                    .size();
        }
        return found;
    }

    /** Seconds until a worker that is told of nothing has handled what there is. */
    private double drain() throws InterruptedException {
        CountDownLatch left = new CountDownLatch(ACTIVE);
        Contract<Asked> contract = Contract.of("polls", Asked.class)
                .effect(Asked.class, (asked, context) -> left.countDown())
                .build();
        long start = System.nanoTime();
        A2Options options = A2Options.defaults().sweepInterval(Duration.ZERO);
        A2<Asked> worker = A2.open(contract, counting(), options);
        try (worker) {
            if (!left.await(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException(left.getCount() + " sessions were not found in time");
            }
        }
        return (System.nanoTime() - start) / 1e9;
    }

    private SessionStore counting() {
        return (SessionStore) Proxy.newProxyInstance(
                SessionStore.class.getClassLoader(), new Class<?>[] {SessionStore.class}, (proxy, method, args) -> {
                    if (!method.getName().equals("workShards")) {
                        drainCalls.increment();
                    }
                    try {
                        return method.invoke(store, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause() == null ? e : e.getCause();
                    }
                });
    }

    /** Makes sessions each of whose one event is handled. */
    private void idle(int sessions) throws InterruptedException {
        Served served = Served.named(HANDLERS);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < WRITERS; t++) {
            int first = t;
            threads.add(Thread.startVirtualThread(() -> {
                for (int i = first; i < sessions; i += WRITERS) {
                    handled("idle-" + i, i, served);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void handled(String session, int n, Served served) {
        append(session, event(n));
        ClaimRequest claim =
                ClaimRequest.of(session, "filling", When.after(LONGEST)).serving(served);
        if (store.claimAvailable(claim) instanceof ClaimResult.Claimed claimed) {
            store.completeAttempt(
                    CompleteRequest.of(session, claimed.heads().get(0).attempt()));
        }
        store.refreshWork(session, Set.of(HANDLERS));
    }

    private void append(String session, NewEvent event) {
        store.append(AppendRequest.of(session, event));
    }

    private static NewEvent event(int n) {
        return NewEvent.of(null, "asked", Json.of("{\"n\":" + n + "}")).to(Target.each(HANDLERS));
    }
}
