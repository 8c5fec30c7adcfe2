package dev.a2.store.sql.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimNext;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult.Claimed;
import dev.a2.store.ClearRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.FailRequest;
import dev.a2.store.IdSource;
import dev.a2.store.Limits;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.RenewRequest;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.SessionStore;
import dev.a2.store.TakeWorkRequest;
import dev.a2.store.Target;
import dev.a2.store.When;
import dev.a2.store.kernel.KernelStore;
import dev.a2.store.sql.SessionOperations;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.ProgressHandler;

/**
 * What operations cost, counted instead of timed: statements, which are round trips where the database is far away, and
 * steps of the engine's virtual machine, which must not grow with what an operation does not touch.
 */
class CostTest {
    private static final When TTL = When.after(Duration.ofMinutes(1));

    @TempDir
    Path folder;

    private final AtomicLong nowMs = new AtomicLong(1_700_000_000_000L);
    private final List<Sql> ran = new ArrayList<>();
    private final AtomicLong steps = new AtomicLong();
    private Link link;
    private SessionStore store;

    @BeforeEach
    void open() throws SQLException {
        Path path = folder.resolve("store.db");
        SqliteStore.open(path).close();
        link = TestFiles.file(path, SqliteStore.Sync.NORMAL).openWriter();
        link.onRun(ran::add);
        ProgressHandler.setHandler(link.connection(), 1, new ProgressHandler() {
            @Override
            protected int progress() {
                steps.incrementAndGet();
                return 0;
            }
        });
        InstantSource clock = () -> Instant.ofEpochMilli(nowMs.get());
        store = new KernelStore(
                new OneLinkRows(link, clock), IdSource.timeOrdered(clock), Limits.DEFAULTS, Runnable::run);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static NewEvent event(String id, Target... targets) {
        return NewEvent.of(id, "said", Json.of("{}")).to(targets);
    }

    private static AttemptRef attempt(Claimed claimed) {
        return claimed.heads().get(0).attempt();
    }

    private Claimed claim(String session, Served consumers) {
        return (Claimed) store.claimAvailable(
                ClaimRequest.of(session, "h", TTL).serving(consumers).limit(1));
    }

    /** Statements without the transaction's own two. */
    private int statements(Runnable operation) {
        ran.clear();
        operation.run();
        return (int) ran.stream()
                .filter(sql -> !sql.path().startsWith("transaction/"))
                .count();
    }

    @Test
    void operationsTakeFewStatements() {
        Served each = Served.named("each");
        Served lane = Served.named("lane");
        Served log = Served.of(ServedConsumer.log("log", new LogOptions("", Set.of("said"), true)));
        store.append(AppendRequest.of("s", event("0")));
        store.append(AppendRequest.of("s", event("00")));
        Map<String, Integer> counts = new LinkedHashMap<>();

        counts.put("append", statements(() -> store.append(AppendRequest.of("s", event("1")))));
        counts.put("append again", statements(() -> store.append(AppendRequest.of("s", event("1")))));
        counts.put(
                "append a batch of ten",
                statements(() -> store.append(AppendRequest.of(
                        "s",
                        IntStream.range(0, 10).mapToObj(i -> event("b" + i)).toList()))));
        counts.put(
                "append to an event cursor",
                statements(() -> store.append(AppendRequest.of("s", event("2", Target.each("each"))))));
        counts.put(
                "append to an idle lane",
                statements(() -> store.append(AppendRequest.of("s", event("3", Target.lane("lane", "x"))))));
        counts.put(
                "append behind a lane's head",
                statements(() -> store.append(AppendRequest.of("s", event("4", Target.lane("lane", "x"))))));
        counts.put(
                "append to an idle log",
                statements(() -> store.append(AppendRequest.of("s", event("5")).serving(log))));
        counts.put("claim", statements(() -> claim("s", each)));
        counts.put(
                "claim nothing",
                statements(() ->
                        store.claimAvailable(ClaimRequest.of("s", "h", TTL).serving(Served.named("nobody")))));
        AttemptRef first = new AttemptRef("each", null, 14, 1);
        counts.put("renew", statements(() -> store.renewClaims(new RenewRequest("s", "h", List.of(first), TTL))));
        counts.put(
                "complete an event cursor",
                statements(() -> store.completeAttempt(CompleteRequest.of("s", first, event("r")))));
        AttemptRef second = attempt(claim("s", lane));
        counts.put(
                "complete a lane and claim its next",
                statements(() -> store.completeAttempt(
                        CompleteRequest.of("s", second).claimNext(new ClaimNext("h", TTL, null)))));
        AttemptRef third = attempt(claim("s", log));
        counts.put(
                "complete a log and claim its next",
                statements(() -> store.completeAttempt(
                        CompleteRequest.of("s", third).serving(log).claimNext(new ClaimNext("h", TTL, null)))));
        counts.put(
                "fail",
                statements(() -> store.failAttempt(new FailRequest(
                        "s",
                        second.head().lane() == null ? second : new AttemptRef("lane", "x", 16, 1),
                        "no",
                        5,
                        TTL))));
        counts.put("read", statements(() -> store.read("s", 0, null)));
        counts.put(
                "take work",
                statements(() -> store.takeWork(new TakeWorkRequest(0, Set.of("each"), 10, Duration.ofSeconds(1)))));
        counts.put("clear", statements(() -> store.clear(ClearRequest.of("s"))));

        assertThat(counts).isEqualTo(EXPECTED);
    }

    private static final Map<String, Integer> EXPECTED = new LinkedHashMap<>();

    static {
        EXPECTED.put("append", 1); // its id is greater than all: nobody looks
        EXPECTED.put("append again", 2); // its id, the event
        EXPECTED.put("append a batch of ten", 2);
        EXPECTED.put("append to an event cursor", 4);
        EXPECTED.put("append to an idle lane", 6);
        EXPECTED.put("append behind a lane's head", 4);
        EXPECTED.put("append to an idle log", 7);
        EXPECTED.put("claim", 3);
        EXPECTED.put("claim nothing", 2);
        EXPECTED.put("renew", 3);
        EXPECTED.put("complete an event cursor", 3);
        EXPECTED.put("complete a lane and claim its next", 9);
        EXPECTED.put("complete a log and claim its next", 9);
        EXPECTED.put("fail", 3);
        EXPECTED.put("read", 3);
        EXPECTED.put("take work", 3);
        EXPECTED.put("clear", 2);
    }

    // ---- steps

    private long steps(Runnable operation) {
        operation.run();
        long before = steps.get();
        operation.run();
        return steps.get() - before;
    }

    @Test
    void costDoesNotGrowWithTheSession() {
        SessionOperations.fill(store, "small", 300);
        SessionOperations.fill(store, "large", 20_000);

        for (SessionOperations operation : SessionOperations.all()) {
            long small = steps(() -> operation.run(store, "small"));
            long large = steps(() -> operation.run(store, "large"));

            assertThat(large)
                    .as(operation.name() + ", steps in a large session")
                    .isLessThan(small + small / 4 + 50);
        }
    }

    /** A session without work: its one event is handled. */
    private void idle(String session) {
        Served each = Served.named("each");
        store.append(AppendRequest.of(session, event("e", Target.each("each"))));
        store.completeAttempt(CompleteRequest.of(session, attempt(claim(session, each))));
        store.refreshWork(session, Set.of("each"));
    }

    private record Op(String name, Consumer<String> run) {}

    /** Calls with which a worker looks for work, and settles what it found. */
    private List<Op> polling() {
        Set<String> consumers = Set.of("each", "other");
        return List.of(
                new Op(
                        "take work",
                        session -> store.takeWork(new TakeWorkRequest(0, consumers, 128, Duration.ofSeconds(1)))),
                new Op("take what is taken already", session -> {
                    nowMs.addAndGet(-1);
                    store.takeWork(new TakeWorkRequest(0, consumers, 128, Duration.ofSeconds(1)));
                }),
                new Op("refresh work", session -> store.refreshWork(session, consumers)),
                new Op("list work", session -> store.listWork(null, 128)));
    }

    private Map<String, Long> stepsOfPolling() {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (Op operation : polling()) {
            counts.put(operation.name(), steps(() -> {
                nowMs.addAndGet(10_000);
                operation.run().accept("active-1");
            }));
        }
        return counts;
    }

    /** WRK-5, RT-9. */
    @Test
    void lookingForWorkCostsNothingForSessionsWithoutAny() {
        for (int i = 0; i < 40; i++) {
            store.append(AppendRequest.of("active-" + i, event("e", Target.each("each"))));
        }
        Map<String, Long> alone = stepsOfPolling();

        for (int i = 0; i < 500; i++) {
            idle("idle-" + i);
        }

        Map<String, Long> amongMany = stepsOfPolling();
        alone.forEach((operation, steps) -> assertThat(amongMany.get(operation))
                .as(operation + ", steps among 500 idle sessions")
                .isLessThan(steps + steps / 4 + 50));
    }
}
