package dev.a2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.A2Listener.Ending;
import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.AttemptRef;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.StoreException;
import dev.a2.store.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** One worker, or a few, on a platform that stands still: each run is the same. */
abstract class DispatchRules {
    sealed interface Ping {}

    record Asked(int n) implements Ping {}

    record Answered(int n) implements Ping {}

    private static final Duration TTL = A2Options.defaults().claimTtl();
    private static final Settlement CLEAN = new Settlement(true, List.of());

    private final World world;
    private final List<String> log = new ArrayList<>();

    DispatchRules(World world) {
        this.world = world;
    }

    @AfterEach
    void end() {
        world.close();
    }

    private static ContractBuilder<Ping> contract() {
        return Contract.of("ping", Ping.class);
    }

    private static Contract<Ping> answering() {
        return contract()
                .on(Asked.class, (asked, context) -> List.of(new Answered(asked.n())))
                .build();
    }

    private void note(String what, Asked asked, HandlerContext<Ping> context) {
        log.add(what + asked.n() + "/" + context.attempt());
    }

    @Test
    @DisplayName("RT-4 a handler's events are appended with their cause, and no work is left in the index")
    void handles() {
        Session<Ping> session = world.open(answering()).session("s");

        session.append(new Asked(1));
        world.drain();

        assertThat(session.history().map(Recorded::event)).containsExactly(new Asked(1), new Answered(1));
        assertThat(session.rawHistory(1).toList().get(0).cause()).isEqualTo(new AttemptRef("a2.handlers", null, 1, 1));
        assertThat(world.store.listWork(null, 10)).isEmpty();
        assertThat(session.settle(Duration.ZERO)).isEqualTo(CLEAN);
    }

    @Test
    @DisplayName("RT-4 one event of an idle session costs three calls: append, complete, refresh")
    void fewCalls() {
        FaultyStore calls = new FaultyStore(world.store);
        A2<Ping> a2 = world.open(answering(), calls.store(), world.options());
        world.advance(Duration.ofMillis(1));
        calls.calls.clear();

        a2.session("s").append(new Asked(1));
        world.drain();

        assertThat(calls.calls).containsExactly("append", "completeAttempt", "refreshWork");
    }

    @Test
    @DisplayName("RT-4 a lane handles its events in order, and its next head comes with the completion")
    void lanesInOrder() {
        FaultyStore calls = new FaultyStore(world.store);
        Contract<Ping> contract = contract()
                .lane(
                        "lanes",
                        ping -> ping instanceof Asked asked ? "lane" + asked.n() % 2 : null,
                        lanes -> lanes.effect(
                                Asked.class, (asked, context) -> note(context.lane() + ":", asked, context)))
                .build();
        Session<Ping> session =
                world.open(contract, calls.store(), world.options()).session("s");

        session.append(IntStream.rangeClosed(1, 6).mapToObj(Asked::new).toList());
        world.drain();

        assertThat(log)
                .filteredOn(entry -> entry.startsWith("lane0"))
                .containsExactly("lane0:2/1", "lane0:4/1", "lane0:6/1");
        assertThat(log)
                .filteredOn(entry -> entry.startsWith("lane1"))
                .containsExactly("lane1:1/1", "lane1:3/1", "lane1:5/1");
        assertThat(calls.count("claimAvailable")).isEqualTo(1);
    }

    @Test
    @DisplayName("RT-3 a log consumer takes its types in order, its own returned events too")
    void logsInOrder() {
        Contract<Ping> contract = contract()
                .on(Asked.class, (asked, context) -> List.of(new Answered(asked.n())))
                .log("audit", audit -> audit.raw((event, context) -> log.add(event.index() + " " + event.type())))
                .log(
                        "answers",
                        answers -> answers.on(Answered.class, (answered, context) -> {
                            log.add("answer " + answered.n());
                            return answered.n() < 3 ? List.of(new Answered(answered.n() + 1)) : List.of();
                        }))
                .build();
        Session<Ping> session = world.open(contract).session("s");

        session.append(new Asked(1));
        world.drain();

        assertThat(log)
                .filteredOn(entry -> entry.startsWith("answer "))
                .containsExactly("answer 1", "answer 2", "answer 3");
        assertThat(log)
                .filteredOn(entry -> !entry.startsWith("answer "))
                .containsExactly("1 asked", "2 answered", "3 answered", "4 answered");
    }

    @Test
    @DisplayName("RT-6 a handler that fails is tried again after the policy's waits, then becomes a dead letter")
    void retries() {
        List<Duration> times = new ArrayList<>();
        Instant start = world.platform.clock().instant();
        RetryPolicy policy = RetryPolicy.defaults()
                .maxFailures(4)
                .waits(Duration.ofSeconds(1), 3, Duration.ofSeconds(5))
                .jitter(0);
        Contract<Ping> contract = contract()
                .effect(Asked.class, (asked, context) -> {
                    times.add(Duration.between(start, world.platform.clock().instant()));
                    throw new IllegalStateException("no luck");
                })
                .handlers(handlers -> handlers.retry(policy))
                .build();
        Session<Ping> session = world.open(contract).session("s");

        session.append(new Asked(1));
        world.advance(Duration.ofHours(1));

        assertThat(times)
                .containsExactly(Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(4), Duration.ofSeconds(9));
        assertThat(session.deadLetters()).singleElement().satisfies(letter -> {
            assertThat(letter.failures()).isEqualTo(4);
            assertThat(letter.error())
                    .startsWith("java.lang.IllegalStateException: no luck")
                    .contains("DispatchRules");
        });
        assertThat(session.settle(Duration.ZERO).settled()).isTrue();
        assertThat(world.store.listWork(null, 10)).isEmpty();
    }

    @Test
    @DisplayName("RT-6 jitter shortens a wait, never lengthens it")
    void jitter() {
        RetryPolicy policy = RetryPolicy.defaults()
                .waits(Duration.ofSeconds(10), 2, Duration.ofSeconds(60))
                .jitter(0.5);

        assertThat(policy.waitAfter(1, 0)).isEqualTo(Duration.ofSeconds(10));
        assertThat(policy.waitAfter(1, 0.999)).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(6));
        assertThat(policy.waitAfter(9, 0)).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    @DisplayName("RT-6 non-retryable errors go to the dead letters at once, and redriving gives a fresh budget (F31)")
    void nonRetryable() {
        AtomicInteger runs = new AtomicInteger();
        Contract<Ping> contract = contract()
                .effect(Asked.class, (asked, context) -> {
                    if (runs.incrementAndGet() == 1) {
                        throw new NonRetryableException("not today");
                    }
                    if (runs.get() == 2) {
                        throw new UnsupportedOperationException();
                    }
                })
                .handlers(handlers -> handlers.retry(RetryPolicy.defaults().never(UnsupportedOperationException.class)))
                .build();
        Session<Ping> session = world.open(contract).session("s");

        session.append(new Asked(1));
        world.drain();
        assertThat(session.deadLetters()).hasSize(1);
        assertThat(session.retry("a2.handlers", 1)).isTrue();
        world.drain();
        assertThat(session.deadLetters()).hasSize(1);
        assertThat(session.retry("a2.handlers", 1)).isTrue();
        assertThat(session.retry("a2.handlers", 1)).isFalse();
        world.drain();

        assertThat(runs).hasValue(3);
        assertThat(session.settle(Duration.ZERO)).isEqualTo(CLEAN);
    }

    @Test
    @DisplayName("RT-6 a dead letter holds its lane until it is skipped, and nobody else")
    void deadLetterInLane() {
        Contract<Ping> contract = contract()
                .lane(
                        "lane",
                        ping -> "one",
                        lane -> lane.effect(Asked.class, (asked, context) -> {
                            note("lane ", asked, context);
                            if (asked.n() == 1) {
                                throw new NonRetryableException("bad");
                            }
                        }))
                .each("each", each -> each.effect(Asked.class, (asked, context) -> note("each ", asked, context)))
                .build();
        Session<Ping> session = world.open(contract).session("s");

        session.append(List.of(new Asked(1), new Asked(2)));
        world.drain();
        assertThat(log).containsExactlyInAnyOrder("lane 1/1", "each 1/1", "each 2/1");
        assertThat(session.settle(Duration.ZERO).deadLetters()).hasSize(1);

        session.skip("lane", 1);
        world.drain();
        assertThat(log).contains("lane 2/1");
        assertThat(session.settle(Duration.ZERO)).isEqualTo(CLEAN);
    }

    @Test
    @DisplayName("RT-5 the idempotency key and emitted events are the same on every attempt, returned ids are not")
    void idempotency() {
        List<String> keys = new ArrayList<>();
        Contract<Ping> contract = contract()
                .on(Asked.class, (asked, context) -> {
                    keys.add(context.idempotencyKey());
                    context.emit("progress", new Answered(0));
                    if (context.attempt() < 3) {
                        throw new IllegalStateException("again");
                    }
                    return List.of(new Answered(1));
                })
                .build();
        Session<Ping> session = world.open(contract).session("s");

        session.append(List.of(new Asked(1), new Asked(2)));
        world.advance(Duration.ofMinutes(5));

        assertThat(keys).hasSize(6);
        assertThat(keys.stream().distinct()).hasSize(2);
        assertThat(session.history().map(Recorded::event))
                .containsExactlyInAnyOrder(
                        new Asked(1), new Asked(2), new Answered(0), new Answered(0), new Answered(1), new Answered(1));
    }

    @Test
    @DisplayName("RT-5 emitting something else under the same key fails")
    void emitsDiffer() {
        Contract<Ping> contract = contract()
                .effect(Asked.class, (asked, context) -> {
                    context.emit("key", new Answered(context.attempt()));
                    throw new IllegalStateException("again");
                })
                .handlers(handlers -> handlers.retry(RetryPolicy.fixed(2, Duration.ZERO)))
                .build();
        Session<Ping> session = world.open(contract).session("s");

        session.append(new Asked(1));
        world.drain();

        assertThat(session.deadLetters().get(0).error()).contains("PARTIAL_DUPLICATE_BATCH");
    }

    @Test
    @DisplayName("RT-7 a handler that outlives its claim cannot commit (F25, F27)")
    void superseded() {
        FaultyStore paused = new FaultyStore(world.store);
        List<Ending> endings = new ArrayList<>();
        A2Options options = world.options().listener(new A2Listener() {
            @Override
            public void attemptEnded(String sessionId, AttemptRef attempt, Ending ending) {
                endings.add(ending);
            }
        });
        Contract<Ping> slow = contract()
                .on(Asked.class, (asked, context) -> {
                    if (context.attempt() == 1) {
                        paused.refuse("renewClaims", 100);
                        world.advance(TTL.multipliedBy(2));
                        assertThatThrownBy(() -> context.emit("late", new Answered(-1)))
                                .isInstanceOfSatisfying(
                                        StoreException.class,
                                        e -> assertThat(e.code()).isEqualTo(ErrorCode.SUPERSEDED_ATTEMPT));
                    }
                    return List.of(new Answered(context.attempt()));
                })
                .build();
        A2<Ping> first = world.open(slow, paused.store(), options);
        world.open(slow);

        first.session("s").append(new Asked(1));
        world.advance(TTL.multipliedBy(3));

        assertThat(first.session("s").history().map(Recorded::event)).containsExactly(new Asked(1), new Answered(2));
        assertThat(endings).containsExactly(Ending.SUPERSEDED);
        assertThat(world.store.verify("s")).isEmpty();
    }

    @Test
    @DisplayName("RT-8 completions and failures whose answers are lost are repeated, and happen once (F28)")
    void lostAnswers() {
        FaultyStore lossy = new FaultyStore(world.store);
        lossy.loseAnswers("completeAttempt", 3);
        lossy.loseAnswers("failAttempt", 3);
        AtomicInteger runs = new AtomicInteger();
        Contract<Ping> contract = contract()
                .on(Asked.class, (asked, context) -> {
                    if (runs.incrementAndGet() == 1) {
                        throw new IllegalStateException("once");
                    }
                    return List.of(new Answered(runs.get()));
                })
                .build();
        Session<Ping> session =
                world.open(contract, lossy.store(), world.options()).session("s");

        session.append(new Asked(1));
        world.advance(Duration.ofMinutes(2));

        assertThat(session.history().map(Recorded::event)).containsExactly(new Asked(1), new Answered(2));
        assertThat(lossy.count("completeAttempt")).isEqualTo(4);
        assertThat(lossy.count("failAttempt")).isEqualTo(4);
        assertThat(world.store.cursors("s")).isEmpty();
    }

    @Test
    @DisplayName("RT-5 a lane goes on after a clear as soon as the old attempt is over")
    void laneAfterClear() {
        Contract<Ping> contract = contract()
                .lane(
                        "lane",
                        ping -> "lane",
                        lane -> lane.effect(Asked.class, (asked, context) -> {
                            note("", asked, context);
                            if (asked.n() == 1) {
                                context.session().clear();
                                context.session().append(new Asked(2));
                                // Others look meanwhile, and find the lane taken.
                                world.drain();
                            }
                        }))
                .build();

        world.open(contract).session("s").append(new Asked(1));
        world.drain();

        assertThat(log).containsExactly("1/1", "2/1");
    }

    @Test
    @DisplayName("RT-8 a lane whose completion's answer is lost goes on with the head that came with it")
    void lostAnswerWithNext() {
        FaultyStore lossy = new FaultyStore(world.store);
        lossy.loseAnswers("completeAttempt", 1);
        Contract<Ping> contract = contract()
                .lane(
                        "lane",
                        ping -> "one",
                        lane -> lane.effect(Asked.class, (asked, context) -> note("", asked, context)))
                .build();
        Session<Ping> session =
                world.open(contract, lossy.store(), world.options()).session("s");

        session.append(List.of(new Asked(1), new Asked(2), new Asked(3)));
        world.advance(Duration.ofSeconds(5));

        assertThat(log).containsExactly("1/1", "2/1", "3/1");
    }

    @Test
    @DisplayName("RT-4 a claim whose answer is lost is asked for again and costs no attempt")
    void lostClaim() {
        FaultyStore lossy = new FaultyStore(world.store);
        lossy.loseAnswers("claimAvailable", 2);
        Contract<Ping> contract = contract()
                .effect(Asked.class, (asked, context) -> note("", asked, context))
                .build();
        world.open(contract, lossy.store(), world.options());

        world.open(contract, world.options().workers(false)).session("s").append(List.of(new Asked(1), new Asked(2)));
        world.advance(Duration.ofSeconds(5));

        assertThat(lossy.count("claimAvailable")).isGreaterThan(2);
        assertThat(log).containsExactlyInAnyOrder("1/1", "2/1");
    }

    @Test
    @DisplayName("RT-8 an append whose answer is lost is repeated, and happens once")
    void lostAppend() {
        FaultyStore lossy = new FaultyStore(world.store);
        lossy.loseAnswers("append", 2);
        Session<Ping> session =
                world.open(answering(), lossy.store(), world.options()).session("s");

        Recorded<Asked> appended = session.append(new Asked(1));
        world.drain();

        assertThat(appended.index()).isEqualTo(1);
        assertThat(session.history().map(Recorded::event)).containsExactly(new Asked(1), new Answered(1));
    }

    @Test
    @DisplayName("RT-4 every loop outlives an outage of the store")
    void outage() {
        FaultyStore store = new FaultyStore(world.store);
        A2<Ping> a2 = world.open(answering(), store.store(), world.options());
        store.down(true);
        world.advance(Duration.ofMinutes(10));
        assertThatThrownBy(() -> a2.session("s").append(new Asked(1))).isInstanceOf(StoreException.class);
        appendElsewhere("s", new Asked(1));
        world.advance(Duration.ofMinutes(10));
        store.down(false);

        world.advance(Duration.ofSeconds(10));

        assertThat(a2.session("s").history().map(Recorded::event)).containsExactly(new Asked(1), new Answered(1));
    }

    /** As a process would that only appends. */
    private void appendElsewhere(String sessionId, Ping... events) {
        try (A2<Ping> other = A2.open(answering(), world.store, world.options().workers(false))) {
            other.session(sessionId).append(List.of(events));
        }
    }

    @Test
    @DisplayName("RT-9 work that another process appended is found within a poll")
    void foundByPoll() {
        A2<Ping> worker = world.open(answering(), world.store(), world.options());
        world.advance(Duration.ofMinutes(1));

        appendElsewhere("s", new Asked(1));
        world.advance(Duration.ofMillis(1_100));

        assertThat(worker.session("s").history().map(Recorded::event)).contains(new Answered(1));
    }

    @Test
    @DisplayName("RT-9 a hint of the store's makes it sooner")
    void foundByHint() {
        A2<Ping> worker = world.open(answering());
        world.advance(Duration.ofMinutes(1));
        appendElsewhere("other", new Asked(1));
        world.advance(Duration.ofSeconds(2));

        appendElsewhere("s", new Asked(1));
        world.advance(Duration.ofMillis(50));

        assertThat(worker.session("s").history().map(Recorded::event)).contains(new Answered(1));
    }

    @Test
    @DisplayName("RT-9 what a dead worker held is handled by another when its claims have lapsed (F34)")
    void crash() {
        KillablePlatform doomed = new KillablePlatform(world.platform);
        Contract<Ping> contract = contract()
                .on(Asked.class, (asked, context) -> {
                    if (context.attempt() == 1) {
                        doomed.kill();
                        throw new IllegalStateException("dies with its process");
                    }
                    return List.of(new Answered(context.attempt()));
                })
                .build();
        FaultyStore cut = new FaultyStore(world.store);
        A2<Ping> victim = A2.open(contract, cut.store(), world.options().platform(doomed));
        victim.session("s").append(new Asked(1));
        cut.refuse("failAttempt", 1);
        world.drain();
        assertThat(doomed.isDead()).isTrue();
        world.open(contract);

        world.advance(TTL.minusMillis(1));
        assertThat(world.types("s")).containsExactly("asked");
        world.advance(Duration.ofSeconds(2));

        assertThat(world.types("s")).containsExactly("asked", "answered");
    }

    @Test
    @DisplayName("RT-9 an event that kills its workers becomes a dead letter and is reported (F29)")
    void poison() {
        List<String> reported = new ArrayList<>();
        AtomicInteger starts = new AtomicInteger();
        Contract<Ping> contract = contract()
                .effect(Asked.class, (asked, context) -> starts.incrementAndGet())
                .handlers(handlers -> handlers.retry(RetryPolicy.defaults().maxFailures(3)))
                .build();
        for (int i = 0; i < 4; i++) {
            KillablePlatform doomed = new KillablePlatform(world.platform);
            FaultyStore cut = new FaultyStore(world.store);
            A2<Ping> victim = A2.open(
                    contract, cut.store(), world.options().platform(doomed).listener(new A2Listener() {
                        @Override
                        public void deadLettered(String sessionId, AttemptRef attempt, String error) {
                            reported.add(attempt.index() + "/" + attempt.attempt());
                        }
                    }));
            if (i == 0) {
                victim.session("s").append(new Asked(1));
            }
            cut.refuse("completeAttempt", 100);
            world.advance(Duration.ofSeconds(1));
            doomed.kill();
            world.advance(TTL.plusSeconds(15));
        }

        assertThat(starts).hasValue(3);
        assertThat(reported).containsExactly("1/4");
        assertThat(world.store.deadLetters("s")).hasSize(1);
    }

    @Test
    @DisplayName("RT-13 a worker leaves the heads of consumers alone that it does not know")
    void rolling() {
        Contract<Ping> older = contract()
                .each("old", each -> each.effect(Asked.class, (asked, context) -> note("old ", asked, context)))
                .build();
        Contract<Ping> newer = contract()
                .each("old", each -> each.effect(Asked.class, (asked, context) -> note("old ", asked, context)))
                .each("new", each -> each.effect(Asked.class, (asked, context) -> note("new ", asked, context)))
                .build();
        A2<Ping> appender = world.open(newer, world.options().workers(false));
        world.open(older);

        appender.session("s").append(new Asked(1));
        world.advance(Duration.ofMinutes(5));
        assertThat(log).containsExactly("old 1/1");

        world.open(newer);
        world.advance(Duration.ofSeconds(1));
        assertThat(log).containsExactly("old 1/1", "new 1/1");
    }

    @Test
    @DisplayName("RT-13 log consumers catch up with what deployments appended that do not know them")
    void sweep() {
        A2<Ping> older = world.open(contract().build());
        older.session("s").append(List.of(new Asked(1), new Asked(2)));
        Contract<Ping> newer = contract()
                .log(
                        "all",
                        logs -> logs.effect(Asked.class, (asked, context) -> note("all ", asked, context))
                                .backfill())
                .log("next", logs -> logs.effect(Asked.class, (asked, context) -> note("next ", asked, context)))
                .build();

        A2<Ping> worker = world.open(newer);
        world.advance(Duration.ofSeconds(1));
        assertThat(log).containsExactly("all 1/1", "all 2/1");

        worker.session("s").append(new Asked(3));
        world.drain();
        assertThat(log).contains("all 3/1", "next 3/1");
        older.session("s").append(new Asked(4));
        world.advance(Duration.ofMinutes(11));
        assertThat(log).contains("all 4/1", "next 4/1");
    }

    @Test
    @DisplayName("RT-1 an event that cannot be decoded parks itself only")
    void undecodable() {
        Contract<Ping> contract = contract()
                .effect(Asked.class, (asked, context) -> note("", asked, context))
                .build();
        Session<Ping> session = world.open(contract).session("s");
        world.store.append(AppendRequest.of(
                "s",
                NewEvent.of(null, "asked", Json.of("{\"n\":\"many\"}")).to(Target.each("a2.handlers")),
                NewEvent.of(null, "asked", Json.of("{\"n\":2}")).to(Target.each("a2.handlers"))));

        world.advance(Duration.ofSeconds(2));

        assertThat(log).containsExactly("2/1");
        assertThat(session.deadLetters()).singleElement().satisfies(letter -> {
            assertThat(letter.index()).isEqualTo(1);
            assertThat(letter.failures()).isEqualTo(1);
            assertThat(letter.error()).contains("event 1 of session s of type asked cannot be read");
        });
        assertThatThrownBy(() -> session.appendRaw("asked", Json.of("[]")))
                .isInstanceOf(UndecodableEventException.class);
    }

    @Test
    @DisplayName("RT-1 events of unknown types give work to raw log consumers only, and are passed over elsewhere")
    void unknown() {
        Contract<Ping> contract = contract()
                .effect(Ping.class, (ping, context) -> log.add("handler"))
                .log("typed", typed -> typed.effect(Ping.class, (ping, context) -> log.add("typed")))
                .log("raw", raw -> raw.raw((event, context) -> log.add("raw " + event.payload())))
                .build();
        Session<Ping> session = world.open(contract).session("s");

        session.appendRaw("martian", Json.of("[1 ,2]"));
        world.drain();

        assertThat(log).containsExactly("raw [1 ,2]");
        assertThat(session.history()).isEmpty();
        assertThat(session.rawHistory(0).map(Event::type)).containsExactly("martian");
    }

    @Test
    @DisplayName(
            "RT-13 an event that waits for a consumer here but is of a type unknown here waits for another deployment")
    void unknownHere() {
        Contract<Ping> older = contract()
                .each("c", each -> each.effect(Asked.class, (asked, context) -> note("old ", asked, context)))
                .build();
        world.open(older);
        world.store.append(AppendRequest.of(
                "s", NewEvent.of(null, "answered", Json.of("{\"n\":7}")).to(Target.each("c"))));
        world.advance(Duration.ofSeconds(3));
        assertThat(log).isEmpty();
        assertThat(world.store.deadLetters("s")).isEmpty();
        assertThat(world.store.cursors("s"))
                .allSatisfy(
                        cursor -> assertThat(cursor.dispatch().attemptCount()).isEqualTo(1));

        Contract<Ping> newer = contract()
                .each("c", each -> each.effect(Answered.class, (answered, context) -> log.add("new " + answered.n())))
                .build();
        world.open(newer);
        world.advance(Duration.ofMinutes(3));

        assertThat(log).containsExactly("new 7");
    }

    @Test
    @DisplayName("RT-16 a conditional append fails cleanly when the session has moved on")
    void conditional() {
        Session<Ping> session = world.open(contract().build()).session("s");
        session.append(Batch.<Ping>of(new Asked(1)).ifLastIndex(0));

        assertThatThrownBy(() -> session.append(Batch.<Ping>of(new Asked(2)).ifLastIndex(0)))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
        session.append(Batch.<Ping>of(new Asked(2)).ifLastIndex(1));

        assertThat(session.history().map(Recorded::event)).containsExactly(new Asked(1), new Asked(2));
    }

    @Test
    @DisplayName("RT-14 appending under an id happens once, and clearing starts anew")
    void idsAndClear() {
        Session<Ping> session = world.open(answering()).session("s");

        session.append("mine", new Asked(1));
        session.append("mine", new Asked(1));
        world.drain();
        assertThat(session.history()).hasSize(2);
        assertThat(session.clearIf(1)).isFalse();
        assertThat(session.clearIf(2)).isTrue();
        world.drain();
        session.append("mine", new Asked(2));
        world.drain();

        assertThat(session.history().map(Recorded::event)).containsExactly(new Asked(2), new Answered(2));
        assertThat(session.rawHistory(0).map(Event::index)).containsExactly(3L, 4L, 5L);
        assertThat(world.store.reclaim("s").deleted()).isZero();
    }

    @Test
    @DisplayName("RT-5 clearing a session cancels its attempts at once, and they write nothing")
    void clearCancels() {
        List<Boolean> cancelled = new ArrayList<>();
        Contract<Ping> contract = contract()
                .on(Asked.class, (asked, context) -> {
                    context.session().clear();
                    cancelled.add(context.isCancelled());
                    return List.of(new Answered(1));
                })
                .build();
        Session<Ping> session = world.open(contract).session("s");

        session.append(new Asked(1));
        world.drain();

        assertThat(cancelled).containsExactly(true);
        assertThat(session.history()).isEmpty();
    }

    @Test
    @DisplayName("RT-14 without workers an A2 appends and reads, and runs nothing")
    void withoutWorkers() {
        A2<Ping> a2 = world.open(answering(), world.options().workers(false));

        a2.session("s").append(new Asked(1));
        world.advance(Duration.ofMinutes(1));

        assertThat(world.types("s")).containsExactly("asked");
        assertThat(a2.session("s").settle(Duration.ofMinutes(1)).settled()).isFalse();
    }

    @Test
    @DisplayName("F37 a listener that throws breaks nothing")
    void listenerThrows() {
        A2Options options = world.options().listener(new A2Listener() {
            @Override
            public void attemptStarted(String sessionId, AttemptRef attempt) {
                throw new NoClassDefFoundError();
            }
        });
        Session<Ping> session = world.open(answering(), options).session("s");

        session.append(new Asked(1));
        world.drain();

        assertThat(session.settle(Duration.ZERO)).isEqualTo(CLEAN);
    }
}
