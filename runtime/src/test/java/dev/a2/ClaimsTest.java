package dev.a2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Codec;
import dev.a2.codec.JacksonCodec;
import dev.a2.codec.Json;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

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
