package dev.a2.integration;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.A2;
import dev.a2.A2Options;
import dev.a2.Concurrency;
import dev.a2.Contract;
import dev.a2.ContractBuilder;
import dev.a2.RetryPolicy;
import dev.a2.Session;
import dev.a2.Settlement;
import dev.a2.store.Cursor;
import dev.a2.store.Dispatch;
import dev.a2.store.SessionStore;
import dev.a2.testservers.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Much of everything, on real threads: very long sessions, very many handlers, very many failures. */
@Timeout(180)
abstract class LimitsRules {
    sealed interface Job {}

    record Run(int n) implements Job {}

    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final int BATCH = 500;
    private static final List<Sickness> SICK = List.of(Sickness.values());

    private final SessionStore store;
    private final int many;
    private final List<A2<Job>> opened = new ArrayList<>();

    /**
     * Rules for a store.
     *
     * @param many heads of a very long session there
     */
    LimitsRules(SessionStore store, int many) {
        this.store = store;
        this.many = many;
    }

    @AfterEach
    void end() {
        opened.forEach(A2::close);
        store.close();
    }

    private static ContractBuilder<Job> contract() {
        return Contract.of("limits", Job.class);
    }

    private static A2Options options() {
        return A2Options.defaults().pollInterval(Duration.ofMillis(200)).shutdownGrace(Duration.ofSeconds(10));
    }

    private A2<Job> open(Contract<Job> contract, A2Options options) {
        A2<Job> a2 = A2.open(contract, store, options);
        opened.add(a2);
        return a2;
    }

    private static List<Run> runs(int count) {
        return IntStream.range(0, count).mapToObj(Run::new).toList();
    }

    private static void append(Session<Job> session, int count) {
        for (int from = 0; from < count; from += BATCH) {
            session.append(runs(Math.min(BATCH, count - from)));
        }
    }

    @Test
    @DisplayName("RT-12 a thousand sessions with one event do not wait for one with very many")
    void oneLongSession() {
        int small = 1_000;
        AtomicInteger longOnes = new AtomicInteger();
        Queue<Integer> longOnesBefore = new ConcurrentLinkedQueue<>();
        Contract<Job> contract = contract()
                .effect(Run.class, (run, context) -> {
                    if (context.sessionId().equals("long")) {
                        longOnes.incrementAndGet();
                    } else {
                        longOnesBefore.add(longOnes.get());
                    }
                })
                .build();
        A2<Job> appender = open(contract, options().workers(false));
        append(appender.session("long"), many);
        for (int i = 0; i < small; i++) {
            appender.session("small-" + i).append(new Run(i));
        }

        open(contract, options().concurrency(new Concurrency(32, 32, 32)).shutdownGrace(Duration.ZERO));
        Eventually.holds("the small ones are handled", () -> longOnesBefore.size() >= small);

        assertThat(Collections.max(longOnesBefore))
                .as("events of the long session that went before the last small one")
                .isBetween(1, small);
    }

    @Test
    @DisplayName(
            "RT-6 each kind of Throwable ends in a dead letter with a readable error, and the worker goes on (F37)")
    void throwables() {
        Set<Integer> done = ConcurrentHashMap.newKeySet();
        Contract<Job> contract = contract()
                .effect(Run.class, (run, context) -> {
                    if (run.n() < SICK.size()) {
                        SICK.get(run.n()).strike();
                    }
                    done.add(run.n());
                })
                .handlers(handlers -> handlers.retry(RetryPolicy.fixed(2, Duration.ZERO)))
                .build();
        int sick = SICK.size();
        Session<Job> session = open(contract, options()).session("s");

        session.append(runs(sick + 3));
        Settlement settlement = session.settle(LIMIT);

        assertThat(settlement.settled()).isTrue();
        assertThat(done).containsExactlyInAnyOrder(sick, sick + 1, sick + 2);
        assertThat(settlement.deadLetters()).hasSize(sick).allSatisfy(letter -> {
            Sickness sickness = SICK.get((int) letter.index() - 1);
            assertThat(letter.failures()).as(sickness.name()).isEqualTo(2);
            assertThat(letter.error())
                    .as(sickness.name())
                    .startsWith(sickness.words().get(0))
                    .contains(sickness.words())
                    .hasSizeLessThan(8 * 1024);
        });
    }

    @Test
    @DisplayName("RT-6 a flood of dead letters is listed and redriven in pieces, while others go on")
    void manyDeadLetters() {
        int sessions = 20;
        int letters = many / 10 / sessions;
        AtomicBoolean failing = new AtomicBoolean(true);
        AtomicInteger failures = new AtomicInteger();
        AtomicInteger others = new AtomicInteger();
        Contract<Job> contract = contract()
                .each(
                        "failing",
                        each -> each.effect(Run.class, (run, context) -> {
                                    if (failing.get()) {
                                        failures.incrementAndGet();
                                        throw new IllegalStateException("a flood");
                                    }
                                })
                                .retry(RetryPolicy.none()))
                .each("others", each -> each.effect(Run.class, (run, context) -> others.incrementAndGet()))
                .build();
        A2<Job> a2 = open(contract, options());
        for (int i = 0; i < sessions; i++) {
            append(a2.session("s" + i), letters);
        }
        for (int i = 0; i < sessions; i++) {
            assertThat(a2.session("s" + i).settle(LIMIT).deadLetters()).hasSize(letters);
        }
        assertThat(others).hasValue(sessions * letters);
        assertThat(failures).hasValue(sessions * letters);
        Eventually.holds("the index is empty", () -> store.listWork(null, 10).isEmpty());

        failing.set(false);
        Session<Job> first = a2.session("s0");
        first.deadLetters().subList(0, 10).forEach(letter -> first.retry("failing", letter.index()));
        assertThat(first.settle(LIMIT).deadLetters()).hasSize(letters - 10);
        for (int i = 0; i < sessions; i++) {
            Session<Job> session = a2.session("s" + i);
            session.deadLetters().forEach(letter -> session.retry("failing", letter.index()));
            assertThat(session.settle(LIMIT).isClean()).isTrue();
        }
        assertThat(failures).hasValue(sessions * letters);
    }

    @Test
    @DisplayName("RT-4 ten thousand handlers at once need no more than the store's few connections")
    void manyHandlers() {
        int sessions = 20;
        int handlers = 10_000;
        Set<String> inside = ConcurrentHashMap.newKeySet();
        CountDownLatch release = new CountDownLatch(1);
        Contract<Job> contract = contract()
                .effect(Run.class, (run, context) -> {
                    inside.add(context.sessionId() + ":" + run.n());
                    release.await();
                })
                .build();
        Concurrency concurrency = new Concurrency(2 * handlers, handlers, 2 * handlers);
        A2<Job> a2 = open(contract, options().concurrency(concurrency).claimTtl(Duration.ofSeconds(30)));
        long before = usedHeap();
        for (int i = 0; i < sessions; i++) {
            append(a2.session("s" + i), handlers / sessions);
        }

        Eventually.holds("all handlers are running", () -> inside.size() == handlers);
        long bytes = (usedHeap() - before) / handlers;
        release.countDown();

        for (int i = 0; i < sessions; i++) {
            assertThat(a2.session("s" + i).settle(LIMIT).isClean()).isTrue();
        }
        assertThat(inside).hasSize(handlers);
        assertThat(bytes).as("bytes of heap for each running handler").isLessThan(40_000);
    }

    @Test
    @DisplayName(
            "RT-4 a handler that never returns keeps its claim and nobody waiting, and a worker that closes gives it back")
    void neverReturns() {
        AtomicBoolean released = new AtomicBoolean();
        Set<Integer> done = ConcurrentHashMap.newKeySet();
        Contract<Job> contract = contract()
                .effect(Run.class, (run, context) -> {
                    while (run.n() == 0 && !released.get()) {
                        LockSupport.parkNanos(1_000_000);
                    }
                    done.add(run.n());
                })
                .build();
        Duration ttl = Duration.ofSeconds(1);
        A2<Job> a2 = open(contract, options().claimTtl(ttl).shutdownGrace(Duration.ZERO));
        Session<Job> session = a2.session("s");

        append(session, BATCH);
        Eventually.holds("the others are completed", () -> session.cursors().size() == 1);
        assertThat(done).hasSize(BATCH - 1);
        Dispatch early = stuck(session);
        Eventually.holds(
                "its claim outlasted two leases",
                () -> requireNonNull(stuck(session).claimExpiresAt())
                        .isAfter(requireNonNull(early.claimExpiresAt()).plus(ttl.multipliedBy(2))));
        assertThat(stuck(session).attemptCount()).isEqualTo(1);

        a2.close();
        assertThat(stuck(session).claimHolder())
                .as("who holds it after the close")
                .isNull();
        released.set(true);
        Session<Job> elsewhere = open(contract, options()).session("s");
        assertThat(elsewhere.settle(LIMIT).isClean()).isTrue();
        assertThat(elsewhere.cursors()).isEmpty();
    }

    /** The only head that is left. */
    private static Dispatch stuck(Session<Job> session) {
        List<Cursor> cursors = session.cursors();
        assertThat(cursors).hasSize(1);
        return cursors.get(0).dispatch();
    }

    private static long usedHeap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
