package dev.a2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.AttemptRef;
import dev.a2.store.SessionStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workers on real threads. */
@Timeout(120)
abstract class ThreadsRules {
    sealed interface Job {}

    record Run(String lane, int n) implements Job {}

    record Other(int n) implements Job {}

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final SessionStore store;
    private final List<A2<Job>> opened = new ArrayList<>();

    ThreadsRules(SessionStore store) {
        this.store = store;
    }

    @AfterEach
    void end() {
        opened.forEach(A2::close);
        store.close();
    }

    private static ContractBuilder<Job> contract() {
        return Contract.of("jobs", Job.class);
    }

    private static A2Options options() {
        return A2Options.defaults()
                .claimTtl(Duration.ofSeconds(6))
                .pollInterval(Duration.ofMillis(50))
                .shutdownGrace(Duration.ofSeconds(5));
    }

    private A2<Job> open(Contract<Job> contract, A2Options options) {
        A2<Job> a2 = A2.open(contract, store, options);
        opened.add(a2);
        return a2;
    }

    private A2<Job> open(Contract<Job> contract) {
        return open(contract, options());
    }

    private static List<Job> runs(String lane, int count) {
        return IntStream.rangeClosed(1, count)
                .<Job>mapToObj(n -> new Run(lane, n))
                .toList();
    }

    @Test
    @DisplayName(
            "RT-4 event cursors run side by side, each lane strictly one at a time and in order, lanes side by side")
    void concurrency() {
        AtomicInteger each = new AtomicInteger();
        AtomicInteger lanes = new AtomicInteger();
        CountDownLatch eight = new CountDownLatch(8);
        CountDownLatch fourLanes = new CountDownLatch(4);
        Queue<String> overlaps = new ConcurrentLinkedQueue<>();
        Queue<String> order = new ConcurrentLinkedQueue<>();
        AtomicInteger[] inLane = {new AtomicInteger(), new AtomicInteger(), new AtomicInteger(), new AtomicInteger()};
        Contract<Job> contract = contract()
                .effect(Run.class, (run, context) -> {
                    each.incrementAndGet();
                    eight.countDown();
                    Eventually.await(eight);
                })
                .lane(
                        "lane",
                        job -> job instanceof Run run ? run.lane() : null,
                        lane -> lane.effect(Run.class, (run, context) -> {
                            int number = Integer.parseInt(run.lane());
                            if (inLane[number].incrementAndGet() != 1) {
                                overlaps.add(run.toString());
                            }
                            fourLanes.countDown();
                            Eventually.await(fourLanes);
                            order.add(run.lane() + ":" + run.n());
                            lanes.incrementAndGet();
                            inLane[number].decrementAndGet();
                        }))
                .build();
        Session<Job> session = open(contract).session("s");

        for (int lane = 0; lane < 4; lane++) {
            session.append(runs(Integer.toString(lane), 50));
        }

        assertThat(session.settle(LIMIT).isClean()).isTrue();
        assertThat(each).hasValue(200);
        assertThat(lanes).hasValue(200);
        assertThat(overlaps).isEmpty();
        for (int lane = 0; lane < 4; lane++) {
            String prefix = lane + ":";
            assertThat(order)
                    .filteredOn(entry -> entry.startsWith(prefix))
                    .containsExactlyElementsOf(IntStream.rangeClosed(1, 50)
                            .mapToObj(n -> prefix + n)
                            .toList());
        }
        assertThat(store.verify("s")).isEmpty();
    }

    @Test
    @DisplayName("RT-4 a handler that takes many times its claim's length keeps it (F26)")
    void renewal() {
        AtomicInteger attempts = new AtomicInteger();
        Contract<Job> contract = contract()
                .effect(Run.class, (run, context) -> {
                    attempts.incrementAndGet();
                    spin(Duration.ofMillis(1_500));
                })
                .build();
        A2Options options = options().claimTtl(Duration.ofMillis(750));
        Session<Job> session = open(contract, options).session("s");
        open(contract, options);

        session.append(runs("", 8));

        assertThat(session.settle(LIMIT).isClean()).isTrue();
        assertThat(attempts).hasValue(8);
    }

    /** Computes without blocking, so that eight of them occupy all carriers of virtual threads. */
    private static void spin(Duration time) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < time.toNanos()) {
            Thread.onSpinWait();
        }
    }

    @Test
    @DisplayName("RT-6 a handler past its time limit is interrupted and failed")
    void timeLimit() {
        AtomicInteger interrupted = new AtomicInteger();
        AtomicInteger attempts = new AtomicInteger();
        Contract<Job> contract = contract()
                .effect(Run.class, (run, context) -> {
                    attempts.incrementAndGet();
                    try {
                        Eventually.await(new CountDownLatch(1));
                    } catch (InterruptedException e) {
                        interrupted.addAndGet(context.isCancelled() ? 1 : 0);
                        throw e;
                    }
                })
                .handlers(handlers ->
                        handlers.timeLimit(Duration.ofMillis(50)).retry(RetryPolicy.fixed(2, Duration.ofMillis(10))))
                .build();
        Session<Job> session = open(contract).session("s");

        session.append(new Run("", 1));

        Settlement settlement = session.settle(LIMIT);
        assertThat(settlement.deadLetters())
                .singleElement()
                .satisfies(letter -> assertThat(letter.error()).contains("ran past its time limit of PT0.05S"));
        assertThat(attempts).hasValue(2);
        assertThat(interrupted).hasValue(2);
    }

    @Test
    @DisplayName("RT-6 a handler that ignores its interrupt does not keep its head from going on")
    void deafHandler() {
        AtomicBoolean release = new AtomicBoolean();
        AtomicInteger attempts = new AtomicInteger();
        Contract<Job> contract = contract()
                .lane(
                        "lane",
                        job -> "",
                        lane -> lane.effect(Run.class, (run, context) -> {
                                    if (attempts.incrementAndGet() == 1) {
                                        Eventually.until("released", release::get);
                                    }
                                })
                                .timeLimit(Duration.ofMillis(50))
                                .retry(RetryPolicy.fixed(3, Duration.ZERO)))
                .build();
        Session<Job> session = open(contract).session("s");

        session.append(runs("", 2));

        assertThat(session.settle(LIMIT).isClean()).isTrue();
        assertThat(attempts).hasValue(3);
        release.set(true);
    }

    @Test
    @DisplayName("RT-6 each kind of Throwable fails its attempt, and the worker goes on (F37)")
    void throwables() {
        Queue<Integer> done = new ConcurrentLinkedQueue<>();
        Contract<Job> contract = contract()
                .effect(Run.class, (run, context) -> {
                    switch (run.n()) {
                        case 1 -> recurse(1);
                        case 2 -> throw new NoClassDefFoundError("gone");
                        case 3 -> throw new OutOfMemoryError("none left");
                        case 4 -> throw new AssertionError("wrong");
                        case 5 -> throw new InterruptedException("why not");
                        case 6 -> throw new Exception("checked");
                        case 7 -> throw new Sick();
                        default -> done.add(run.n());
                    }
                })
                .on(Other.class, (other, context) -> Objects.requireNonNull(nothing()))
                .handlers(handlers -> handlers.retry(RetryPolicy.none()))
                .build();
        Session<Job> session = open(contract).session("s");

        session.append(runs("", 9));
        session.append(new Other(1));

        Settlement settlement = session.settle(LIMIT);
        assertThat(settlement.settled()).isTrue();
        assertThat(settlement.deadLetters())
                .extracting(letter -> letter.error() == null
                        ? ""
                        : letter.error().lines().findFirst().orElse(""))
                .hasSize(8)
                .anyMatch(error -> error.startsWith("java.lang.StackOverflowError"))
                .anyMatch(error -> error.startsWith("java.lang.OutOfMemoryError"))
                .anyMatch(error -> error.startsWith(Sick.class.getName()))
                .anyMatch(error -> error.startsWith("java.lang.NullPointerException"));
        assertThat(done).containsExactlyInAnyOrder(8, 9);
    }

    private static @Nullable List<Job> nothing() {
        return null;
    }

    private static int recurse(int n) {
        return n == Integer.MIN_VALUE ? 0 : n + recurse(n + 1);
    }

    /** Cannot even say what is wrong. */
    private static final class Sick extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("sick");
        }
    }

    @Test
    @DisplayName("RT-5 a handler is interrupted when its session is cleared")
    void interruptedByClear() throws InterruptedException {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Contract<Job> contract = contract()
                .effect(Run.class, (run, context) -> {
                    running.countDown();
                    try {
                        Eventually.await(new CountDownLatch(1));
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                        throw e;
                    }
                })
                .build();
        A2<Job> a2 = open(contract);
        a2.session("s").append(new Run("", 1));
        Eventually.await(running);

        open(contract, options().workers(false)).session("s").clear();

        Eventually.await(interrupted);
        assertThat(a2.session("s").settle(LIMIT).isClean()).isTrue();
    }

    @Test
    @DisplayName("RT-11 closing lets handlers finish, and renews their claims meanwhile (F35)")
    void closeWaits() throws InterruptedException {
        CountDownLatch running = new CountDownLatch(1);
        AtomicInteger attempts = new AtomicInteger();
        Contract<Job> contract = contract()
                .on(Run.class, (run, context) -> {
                    attempts.incrementAndGet();
                    running.countDown();
                    spin(Duration.ofSeconds(2));
                    return List.of(new Other(1));
                })
                .build();
        A2Options options = options().claimTtl(Duration.ofSeconds(1));
        A2<Job> leaving = open(contract, options);
        leaving.session("s").append(new Run("", 1));
        Eventually.await(running);
        Session<Job> session = open(contract, options).session("s");

        leaving.close();

        assertThat(session.history().map(Recorded::event)).containsExactly(new Run("", 1), new Other(1));
        assertThat(attempts).hasValue(1);
    }

    @Test
    @DisplayName("RT-11 after the grace, closing interrupts handlers and gives their claims back at no failure")
    void closeInterrupts() throws InterruptedException {
        CountDownLatch running = new CountDownLatch(2);
        CountDownLatch deaf = new CountDownLatch(1);
        Contract<Job> stuck = contract()
                .effect(Run.class, (run, context) -> {
                    running.countDown();
                    if (run.n() == 1) {
                        Eventually.await(new CountDownLatch(1));
                    } else {
                        Eventually.until("released", () -> deaf.getCount() == 0);
                    }
                })
                .build();
        A2Options longClaims = options().claimTtl(Duration.ofMinutes(10)).shutdownGrace(Duration.ofMillis(50));
        A2<Job> leaving = open(stuck, longClaims);
        leaving.session("s").append(runs("", 2));
        Eventually.await(running);

        leaving.close();

        Queue<Integer> failures = new ConcurrentLinkedQueue<>();
        Contract<Job> quick = contract()
                .effect(Run.class, (run, context) -> failures.add(context.failures()))
                .build();
        assertThat(open(quick).session("s").settle(LIMIT).isClean()).isTrue();
        assertThat(failures).containsExactly(0, 0);
        deaf.countDown();
    }

    @Test
    @DisplayName("RT-12 a session with very many heads does not starve the others")
    void fairSessions() {
        Queue<String> order = new ConcurrentLinkedQueue<>();
        Contract<Job> contract = contract()
                .effect(Run.class, (run, context) -> {
                    order.add(context.sessionId());
                    spin(Duration.ofMillis(1));
                })
                .build();
        A2<Job> appender = open(contract, options().workers(false));
        for (int i = 0; i < 20; i++) {
            appender.session("huge").append(runs("", 500));
        }
        A2<Job> a2 = open(contract, options().concurrency(new Concurrency(4, 4, 4)));
        Eventually.until("the huge session is being worked on", () -> order.size() > 10);

        for (int i = 0; i < 20; i++) {
            a2.session("small-" + i).append(new Run("", i));
        }
        for (int i = 0; i < 20; i++) {
            assertThat(a2.session("small-" + i).settle(LIMIT).isClean()).isTrue();
        }

        assertThat(a2.session("huge").settle(Duration.ZERO).settled()).isFalse();
    }

    @Test
    @DisplayName("RT-12 a slow consumer starves neither another consumer nor another session")
    void fairConsumers() throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger quick = new AtomicInteger();
        AtomicInteger slow = new AtomicInteger();
        Contract<Job> contract = contract()
                .each(
                        "slow",
                        each -> each.effect(Run.class, (run, context) -> {
                            slow.incrementAndGet();
                            Eventually.await(release);
                        }))
                .each("quick", each -> each.effect(Run.class, (run, context) -> quick.incrementAndGet()))
                .build();
        A2<Job> a2 = open(contract, options().concurrency(new Concurrency(16, 8, 16)));

        for (int i = 0; i < 10; i++) {
            a2.session("s" + i).append(runs("", 20));
        }

        Eventually.until("all quick ones are done", () -> quick.get() == 200);
        assertThat(slow.get()).isLessThan(16);
        release.countDown();
        for (int i = 0; i < 10; i++) {
            assertThat(a2.session("s" + i).settle(LIMIT).isClean()).isTrue();
        }
        assertThat(slow).hasValue(200);
    }

    @Test
    @DisplayName("RT-4 limits per consumer and per process hold")
    void limits() {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Contract<Job> contract = contract()
                .each(
                        "few",
                        each -> each.effect(Run.class, (run, context) -> {
                                    most.accumulateAndGet(now.incrementAndGet(), Math::max);
                                    spin(Duration.ofMillis(2));
                                    now.decrementAndGet();
                                })
                                .concurrency(3))
                .build();
        A2<Job> a2 = open(contract);

        for (int i = 0; i < 5; i++) {
            a2.session("s" + i).append(runs("", 20));
        }
        for (int i = 0; i < 5; i++) {
            assertThat(a2.session("s" + i).settle(LIMIT).isClean()).isTrue();
        }

        assertThat(most.get()).isBetween(1, 3);
    }

    @Test
    @DisplayName("RT-9 ten thousand sessions, two workers: everything is handled once, and the index is empty after")
    void manySessions() {
        int sessions = 10_000;
        AtomicInteger handled = new AtomicInteger();
        AtomicInteger again = new AtomicInteger();
        Contract<Job> contract = contract()
                .on(Run.class, (run, context) -> {
                    handled.incrementAndGet();
                    again.addAndGet(context.attempt() - 1);
                    return List.of(new Other(run.n()));
                })
                .log("log", log -> log.effect(Other.class, (other, context) -> handled.incrementAndGet()))
                .build();
        A2Options options = options().claimTtl(Duration.ofSeconds(30));
        A2<Job> first = open(contract, options);
        open(contract, options);

        for (int i = 0; i < sessions; i++) {
            first.session("session-" + i).append(new Run("", i));
        }

        Eventually.until("everything is handled", () -> handled.get() >= 2 * sessions);
        Eventually.until("the index is empty", () -> store.listWork(null, 1).isEmpty());
        Dispatcher dispatcher = Objects.requireNonNull(first.dispatcher());
        Eventually.until("no session is remembered", () -> dispatcher.appetite() == 4 * 256);
        assertThat(handled).hasValue(2 * sessions);
        assertThat(again).hasValue(0);
    }

    @Test
    @DisplayName("RT-4 every loop outlives outages of the store under load, and no event is handled twice at once")
    void outages() {
        FaultyStore faulty = new FaultyStore(store);
        AtomicInteger completed = new AtomicInteger();
        Contract<Job> contract = contract()
                .on(Run.class, (run, context) -> List.of(new Other(run.n())))
                .lane(
                        "lane",
                        job -> job instanceof Other other ? "" + other.n() % 3 : null,
                        lane -> lane.effect(Other.class, (other, context) -> {}))
                .build();
        A2Options options = options().patience(Duration.ofSeconds(20)).listener(new A2Listener() {
            @Override
            public void attemptEnded(String sessionId, AttemptRef attempt, Ending ending) {
                if (ending == Ending.COMPLETED) {
                    completed.incrementAndGet();
                }
            }
        });
        A2<Job> a2 = A2.open(contract, faulty.store(), options);
        opened.add(a2);

        for (int i = 0; i < 10; i++) {
            faulty.loseAnswers("claimAvailable", i);
            faulty.loseAnswers("completeAttempt", 3 * i);
            faulty.refuse("append", i);
            a2.session("s" + i % 2).append(runs("", 20));
            faulty.down(i % 3 == 1);
            spin(Duration.ofMillis(30));
            faulty.down(false);
        }

        for (String id : List.of("s0", "s1")) {
            assertThat(a2.session(id).settle(LIMIT)).isEqualTo(new Settlement(true, List.of()));
            assertThat(a2.session(id).history()).hasSize(200);
            assertThat(store.verify(id)).isEmpty();
        }
        Eventually.until("the last answers are in", () -> completed.get() == 400);
    }
}
