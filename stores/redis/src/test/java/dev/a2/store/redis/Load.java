package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.Head;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.Target;
import dev.a2.store.When;
import dev.a2.testservers.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Appends, claims and completions on one session while something bad happens. A call that the store cannot answer is repeated as
 * it was, until it can. At the end, what was acknowledged is compared with what is there.
 */
final class Load implements AutoCloseable {
    private static final int APPENDERS = 3;
    private static final int WORKERS = 2;
    private static final ServedConsumer LOG =
            ServedConsumer.log("log", new LogOptions("", java.util.Set.of("t"), true));
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final SessionStore store;
    private final String session;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Future<?>> running = new ArrayList<>();
    private final Map<String, Long> appended = new ConcurrentHashMap<>();
    private final Map<String, Integer> completions = new ConcurrentHashMap<>();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicLong seen = new AtomicLong();
    private volatile boolean over;

    Load(SessionStore store, String session) {
        this.store = store;
        this.session = session;
    }

    Load start() {
        for (int i = 0; i < APPENDERS; i++) {
            int number = i;
            running.add(threads.submit(() -> append(number)));
        }
        for (int i = 0; i < WORKERS; i++) {
            String holder = "h" + i;
            running.add(threads.submit(() -> work(holder)));
        }
        running.add(threads.submit(this::read));
        return this;
    }

    /** Calls that were refused or stayed unanswered. */
    int refused() {
        return refused.get();
    }

    /** Waits until so many more calls were acknowledged. */
    void awaitMore(int count) {
        int target = done.get() + count;
        Eventually.holds(count + " more calls", () -> {
            running.stream().filter(Future::isDone).forEach(Load::end);
            return done.get() >= target;
        });
    }

    private void append(int number) {
        for (int i = 0; !over; i++) {
            String id = "e" + number + "." + i;
            NewEvent event = NewEvent.of(id, "t", Json.of("{\"id\":\"" + id + "\"}"))
                    .to(Target.lane("w", "l" + number), Target.each("x"));
            AppendRequest request = AppendRequest.of(session, event).serving(Served.of(LOG));
            appended.put(
                    id,
                    persistently(() -> store.append(request)).events().get(0).index());
        }
    }

    private void work(String holder) {
        ClaimRequest request =
                ClaimRequest.of(session, holder, When.after(PATIENCE)).limit(3).resume(true);
        while (!over || !isDrained(request)) {
            if (persistently(() -> store.claimAvailable(request)) instanceof ClaimResult.Claimed claimed) {
                claimed.heads().forEach(this::complete);
            }
        }
    }

    private boolean isDrained(ClaimRequest request) {
        if (persistently(() -> store.claimAvailable(request)) instanceof ClaimResult.Claimed claimed) {
            claimed.heads().forEach(this::complete);
            return false;
        }
        return true;
    }

    private void complete(Head head) {
        String id = "r:" + head.consumer() + head.event().index();
        CompleteRequest request =
                CompleteRequest.of(session, head.attempt(), NewEvent.of(id, "result", Json.of("null")));
        if (persistently(() -> store.completeAttempt(request)) instanceof CompleteResult.Completed) {
            completions.merge(id, 1, Integer::sum);
        }
    }

    /** What a reader sees is whole, and never less than before. */
    private void read() {
        while (!over) {
            List<Event> events = persistently(() -> store.read(session, 0, null));
            assertThat(events.size()).isGreaterThanOrEqualTo((int) seen.get());
            seen.set(events.size());
            for (int i = 1; i < events.size(); i++) {
                assertThat(events.get(i).index()).isEqualTo(events.get(i - 1).index() + 1);
            }
        }
    }

    private <T> T persistently(Supplier<T> call) {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                T result = call.get();
                done.incrementAndGet();
                return result;
            } catch (StoreException e) {
                if (e.code() != ErrorCode.STORE_UNAVAILABLE || System.nanoTime() - until > 0) {
                    throw e;
                }
                refused.incrementAndGet();
            }
        }
    }

    private static void end(Future<?> one) {
        try {
            one.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Ends it when all that began has come to an end. */
    @Override
    public void close() {
        over = true;
        running.forEach(Load::end);
        threads.close();
    }

    /** Each acknowledged append is there, once, where it was said to be; each event was handled once by each consumer. */
    void check() {
        List<Event> events = store.read(session, 0, null);
        Map<String, Long> there = new ConcurrentHashMap<>();
        for (Event event : events) {
            assertThat(there.put(event.id(), event.index()))
                    .as("two events %s", event.id())
                    .isNull();
        }
        assertThat(there).containsAllEntriesOf(appended);
        assertThat(there.keySet()).containsAll(completions.keySet());
        long own = events.stream().filter(event -> event.type().equals("t")).count();
        assertThat(own).as("events of appenders").isEqualTo(appended.size());
        for (String consumer : List.of("w", "x")) {
            assertThat(events.stream().filter(event -> event.id().startsWith("r:" + consumer)))
                    .as("completions by %s", consumer)
                    .hasSize(appended.size());
        }
        assertThat(events)
                .as("events and what completions returned, log's included")
                .hasSize(there.size());
    }
}
