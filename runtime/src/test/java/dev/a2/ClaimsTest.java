package dev.a2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.codec.Codec;
import dev.a2.codec.JacksonCodec;
import dev.a2.codec.Json;
import dev.a2.store.Reserved;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What claims cost and how many there are at once, when handlers overlap; and payloads in another form. */
class ClaimsTest {
    sealed interface Job {}

    record Run(int n) implements Job {}

    record Ran(int n) implements Job {}

    private final World world = new World();
    private final Duration ttl = world.options().claimTtl();

    @AfterEach
    void end() {
        world.close();
    }

    private static ContractBuilder<Job> contract() {
        return Contract.of("jobs", Job.class);
    }

    @Test
    @DisplayName("RT-4 all claims of a session are renewed in one call at each third of their length")
    void renewedTogether() {
        FaultyStore calls = new FaultyStore(world.store);
        Contract<Job> nested = contract()
                .effect(Run.class, (run, context) -> {
                    if (run.n() < 3) {
                        world.drain();
                    } else {
                        world.advance(ttl.multipliedBy(2));
                    }
                })
                .build();

        Session<Job> session =
                world.open(nested, calls.store(), world.options()).session("s");
        session.append(List.of(new Run(1), new Run(2), new Run(3)));
        world.drain();

        assertThat(calls.count("renewClaims")).isEqualTo(6);
        assertThat(session.settle(Duration.ZERO).isClean()).isTrue();
    }

    @Test
    @DisplayName("RT-4 the limit per session and consumer holds, and leaves other sessions room")
    void perSession() {
        Map<String, Integer> running = new LinkedHashMap<>();
        Map<String, Integer> most = new LinkedHashMap<>();
        Contract<Job> nested = contract()
                .effect(Run.class, (run, context) -> {
                    int now = running.merge(context.sessionId(), 1, Integer::sum);
                    most.merge(context.sessionId(), now, Math::max);
                    world.drain();
                    running.merge(context.sessionId(), -1, Integer::sum);
                })
                .build();
        A2<Job> a2 = world.open(nested, world.options().concurrency(new Concurrency(16, 2, 16)));
        for (int n = 0; n < 6; n++) {
            a2.session("a").append(new Run(n));
            a2.session("b").append(new Run(n));
        }

        world.drain();

        assertThat(most).containsOnly(Map.entry("a", 2), Map.entry("b", 2));
        assertThat(a2.session("a").settle(Duration.ZERO).isClean()).isTrue();
    }

    @Test
    @DisplayName("RT-5 a handler whose claim another worker took over hears of it with the next renewal")
    void takenOver() {
        FaultyStore cut = new FaultyStore(world.store);
        Contract<Job> slow = contract()
                .on(Run.class, (run, context) -> {
                    if (context.attempt() == 1) {
                        cut.refuse("renewClaims", Integer.MAX_VALUE);
                        world.advance(ttl.multipliedBy(2));
                        assertThat(context.isCancelled()).isFalse();
                        cut.refuse("renewClaims", 0);
                        world.advance(ttl.dividedBy(3));
                        assertThat(context.isCancelled()).isTrue();
                    }
                    return List.of(new Ran(context.attempt()));
                })
                .build();
        Session<Job> session = world.open(slow, cut.store(), world.options()).session("s");
        world.open(slow);

        session.append(new Run(1));
        world.advance(ttl.multipliedBy(3));

        assertThat(session.history().map(Recorded::event)).containsExactly(new Run(1), new Ran(2));
        assertThat(session.deadLetters()).isEmpty();
    }

    @Test
    @DisplayName("RT-4 while claims fail, more work does not make them more frequent")
    void failingClaims() {
        FaultyStore calls = new FaultyStore(world.store);
        Contract<Job> contract =
                contract().effect(Run.class, (run, context) -> {}).build();
        A2<Job> a2 = world.open(contract, calls.store(), world.options());
        Session<Job> elsewhere =
                world.open(contract, world.options().workers(false)).session("s");
        calls.refuse("claimAvailable", Integer.MAX_VALUE);

        for (int n = 0; n < 20; n++) {
            elsewhere.append(new Run(n));
            a2.hint("s", Set.of(Reserved.HANDLERS));
            world.drain();
        }

        assertThat(calls.count("claimAvailable")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, Integer.MAX_VALUE})
    @DisplayName("RT-8 what an append claimed whose answer was lost runs here, once, also when the append is given up")
    void lostAppend(int times) {
        List<String> log = new ArrayList<>();
        Contract<Job> contract = contract()
                .effect(Run.class, (run, context) -> log.add(run.n() + "/" + context.attempt()))
                .build();
        FaultyStore calls = new FaultyStore(world.store);
        Session<Job> session = world.open(
                        contract, calls.store(), world.options().patience(Duration.ofSeconds(1)))
                .session("s");
        calls.loseAnswers("append", times);

        if (times == 1) {
            session.append(new Run(1));
        } else {
            assertThatThrownBy(() -> session.append(new Run(1))).isInstanceOf(StoreException.class);
        }
        world.drain();

        assertThat(log).containsExactly("1/1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"append", "claimAvailable", "completeAttempt"})
    @DisplayName("RT-11 what a call in flight claims for a worker that closes meanwhile is given back")
    void claimedWhileClosing(String method) {
        List<String> log = new ArrayList<>();
        Contract<Job> contract = contract()
                .lane(
                        "lane",
                        job -> "lane",
                        lane -> lane.effect(Run.class, (run, context) -> log.add(run.n() + "/" + context.attempt())))
                .build();
        Queue<A2<Job>> closes = new ArrayDeque<>();
        SessionStore slow = (SessionStore) Proxy.newProxyInstance(
                SessionStore.class.getClassLoader(), new Class<?>[] {SessionStore.class}, (proxy, called, args) -> {
                    Object answer = called.invoke(world.store, args);
                    if (called.getName().equals(method) && !closes.isEmpty()) {
                        closes.remove().close();
                    }
                    return answer;
                });
        A2<Job> closing = world.open(contract, slow, world.options().shutdownGrace(Duration.ofSeconds(1)));
        closes.add(closing);
        A2<Job> appends = method.equals("claimAvailable")
                ? world.open(contract, world.options().workers(false))
                : closing;
        appends.session("s").append(List.of(new Run(1), new Run(2)));
        world.advance(world.options().pollInterval());

        world.open(contract);
        world.advance(world.options().pollInterval());

        boolean ran = method.equals("completeAttempt");
        assertThat(log).containsExactly(ran ? "1/1" : "1/2", ran ? "2/2" : "2/1");
    }

    @Test
    @DisplayName("RT-11 a worker that closes lets its handlers finish, and claims and remembers nothing any more")
    void claimsNothingWhileClosing() {
        List<String> log = new ArrayList<>();
        Queue<A2<Job>> closes = new ArrayDeque<>();
        Contract<Job> contract = contract()
                .lane(
                        "lane",
                        job -> "lane",
                        lane -> lane.effect(Run.class, (run, context) -> {
                            log.add(run.n() + "/" + context.attempt());
                            closes.forEach(a2 ->
                                    Objects.requireNonNull(a2.dispatcher()).takeNoMore());
                            world.platform.start("closes", () -> closes.forEach(A2::close));
                        }))
                .each("each", each -> each.effect(Ran.class, (ran, context) -> {}))
                .build();
        FaultyStore calls = new FaultyStore(world.store);
        A2<Job> closing = world.open(contract, calls.store(), world.options());
        closes.add(closing);
        closing.session("s").append(List.of(new Run(1), new Run(2)));
        closing.session("t").append(new Ran(3));
        world.drain();
        assertThat(log).containsExactly("1/1");
        assertThat(calls.calls).doesNotContain("refreshWork");
        closing.session("s").append(new Ran(3));
        assertThat(Objects.requireNonNull(closing.dispatcher()).appetite()).isEqualTo(4 * 256);

        world.open(contract);
        world.advance(world.options().pollInterval());

        assertThat(log).containsExactly("1/1", "2/1");
    }

    /** Puts everything into an envelope. */
    private static final class Envelopes implements Codec {
        private static final String OPEN = "{\"in\":";
        private final Codec inner = new JacksonCodec();

        @Override
        public Json encode(Object value) {
            return Json.of(OPEN + inner.encode(value).text() + "}");
        }

        @Override
        public Object decode(Json json, Type type) {
            String text = json.text();
            return inner.decode(Json.of(text.substring(OPEN.length(), text.length() - 1)), type);
        }
    }

    @Test
    @DisplayName("RT-2 another codec decides what is stored of events, states and timers")
    void codec() {
        Reducer<Job, Integer> count = Reducer.of("count", Integer.class, 0, (state, job) -> state + 1);
        Contract<Job> contract = contract()
                .reducer(count)
                .on(Run.class, (run, context) -> {
                    context.schedule(new Ran(run.n() + 1), Duration.ofHours(1));
                    return List.of(new Ran(run.n()));
                })
                .build();
        A2Options options = world.options().codec(new Envelopes()).snapshotDistance(1);
        Session<Job> session = world.open(contract, options).session("s");

        session.append(new Run(1));
        world.advance(Duration.ofHours(1));
        assertThat(session.state(count)).isEqualTo(3);
        world.drain();

        assertThat(session.history().map(Recorded::event)).containsExactly(new Run(1), new Ran(1), new Ran(2));
        assertThat(session.rawHistory(0).filter(event -> !event.type().equals("a2.timer")))
                .allMatch(event -> event.payload().text().startsWith(Envelopes.OPEN));
        Session<Job> elsewhere =
                world.open(contract, world.store(), options.workers(false)).session("s");
        assertThat(elsewhere.state(count)).isEqualTo(3);
    }
}
