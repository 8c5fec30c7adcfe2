package dev.a2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.NewEvent;
import dev.a2.store.ReadStateRequest;
import dev.a2.store.SnapshotWrite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class StateRules {
    sealed interface Step {}

    record Added(int n) implements Step {}

    record Checked() implements Step {}

    static final Reducer<Step, Long> SUM = Reducer.of("sum", Long.class, 0L, (sum, step) -> switch (step) {
        case Added added -> sum + added.n();
        case Checked checked -> sum;
    });

    private final World world;
    private final FaultyStore calls;
    private final List<Long> seen = new ArrayList<>();

    StateRules(World world) {
        this.world = world;
        this.calls = new FaultyStore(world.store);
    }

    @AfterEach
    void end() {
        world.close();
    }

    private A2<Step> open(Contract<Step> contract) {
        return world.open(contract, calls.store(), world.options());
    }

    private static Contract<Step> counting() {
        return Contract.of("steps", Step.class).reducer(SUM).build();
    }

    /** 1 to n. */
    private static void add(Session<Step> session, int n) {
        for (int from = 1; from <= n; from += 500) {
            session.append(IntStream.range(from, Math.min(n + 1, from + 500))
                    .mapToObj(Added::new)
                    .toList());
        }
    }

    @Test
    @DisplayName("RT-14 a state has everything that was appended before, or as of an index")
    void reads() {
        Session<Step> session = open(counting()).session("s");
        assertThat(session.state(SUM)).isZero();
        add(session, 5);

        assertThat(session.state(SUM)).isEqualTo(15);
        assertThat(session.state(SUM, 3)).isEqualTo(6);
        assertThat(session.state(SUM, 5)).isEqualTo(15);
        session.append(new Added(100));
        assertThat(session.state(SUM)).isEqualTo(115);
        assertThat(session.state(SUM, 2)).isEqualTo(3);
    }

    @Test
    @DisplayName("RT-15 a snapshot each hundred events makes a read by another process cheap, and pages bound memory")
    void snapshots() {
        Session<Step> session = open(counting()).session("s");
        add(session, 2_345);
        assertThat(session.state(SUM)).isEqualTo(2_345L * 2_346 / 2);
        world.drain();
        add(session, 20);

        assertThat(world.store.readState(ReadStateRequest.of("s", "sum")).latestIndex())
                .isEqualTo(2_345);
        assertThat(open(counting()).session("s").state(SUM)).isEqualTo(2_345L * 2_346 / 2 + 210);
        assertThat(calls.count("putSnapshots")).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "RT-15 the state reads the same with snapshots that are missing, unreadable or of another version (F55)")
    void badSnapshots() {
        Session<Step> session = open(counting()).session("s");
        add(session, 10);
        world.store.putSnapshots("s", "sum", List.of(new SnapshotWrite(7, Json.of("\"garbage\""), Set.of())));

        assertThat(session.state(SUM)).isEqualTo(55);
        Reducer<Step, Long> changed = new Reducer<>("sum", 2, Long.class, 0L, (sum, step) -> sum + 1);
        Contract<Step> newer = Contract.of("steps", Step.class).reducer(changed).build();
        assertThat(open(newer).session("s").state(changed)).isEqualTo(10);
        assertThatThrownBy(() -> session.state(changed)).hasMessageContaining("sum@2 is not part of contract steps");
    }

    @Test
    @DisplayName("I10 a state starts over at a clear, also one that other processes cached")
    void clears() {
        Session<Step> session = open(counting()).session("s");
        Session<Step> elsewhere = open(counting()).session("s");
        add(session, 300);
        assertThat(elsewhere.state(SUM)).isEqualTo(300L * 301 / 2);
        session.clear();
        world.drain();
        assertThat(elsewhere.state(SUM)).isZero();
        session.append(new Added(1));

        assertThat(elsewhere.state(SUM)).isEqualTo(1);
        assertThat(session.state(SUM)).isEqualTo(1);
        assertThat(elsewhere.state(SUM, 300)).isZero();
    }

    @Test
    @DisplayName("RT-1 an event that cannot be decoded makes the states that need it fail loudly")
    void undecodable() {
        Session<Step> session = open(counting()).session("s");
        world.store.append(AppendRequest.of("s", NewEvent.of(null, "added", Json.of("7"))));

        assertThatThrownBy(() -> session.state(SUM))
                .isInstanceOf(UndecodableEventException.class)
                .hasMessageContaining("event 1 of session s");
    }

    @Test
    @DisplayName("I12 a handler sees the state as of its event on every attempt, whatever happened since")
    void asOfEvent() {
        Contract<Step> contract = Contract.of("steps", Step.class)
                .reducer(SUM)
                .effect(Checked.class, (checked, context) -> {
                    seen.add(context.state(SUM));
                    add(context.session(), 150);
                    context.session().state(SUM);
                    if (context.attempt() < 4) {
                        throw new IllegalStateException("again");
                    }
                })
                .build();
        Session<Step> session = open(contract).session("s");
        add(session, 250);
        session.append(new Checked());

        world.advance(Duration.ofMinutes(1));

        assertThat(seen).hasSize(4).containsOnly(250L * 251 / 2);
        assertThat(world.store.verify("s")).isEmpty();
    }

    @Test
    @DisplayName("RT-15 a head that failed is pinned, so its next attempt does not fold a long log again")
    void pins() {
        Contract<Step> contract = Contract.of("steps", Step.class)
                .reducer(SUM)
                .effect(Checked.class, (checked, context) -> {
                    seen.add(context.state(SUM));
                    throw new IllegalStateException("again");
                })
                .handlers(handlers -> handlers.retry(RetryPolicy.fixed(2, Duration.ofMinutes(10))))
                .build();
        A2<Step> first = open(contract);
        add(first.session("s"), 2_000);
        first.session("s").append(new Checked());
        world.drain();
        add(first.session("s"), 1_000);
        first.session("s").state(SUM);
        first.close();
        calls.calls.clear();

        open(contract);
        world.advance(Duration.ofMinutes(15));

        assertThat(seen).hasSize(2).containsOnly(2_000L * 2_001 / 2);
        assertThat(calls.count("readHistory")).isZero();
        assertThat(world.store.verify("s")).isEmpty();
    }

    @Test
    @DisplayName("RT-15 a log consumer far behind folds each event once, not the whole log for each")
    void lagging() {
        Contract<Step> contract = Contract.of("steps", Step.class)
                .reducer(SUM)
                .log(
                        "audit",
                        audit -> audit.effect(Step.class, (step, context) -> seen.add(context.state(SUM)))
                                .backfill())
                .build();
        Session<Step> appender = world.open(counting()).session("s");
        add(appender, 3_000);
        appender.state(SUM);

        open(contract);
        world.advance(Duration.ofMinutes(1));

        assertThat(seen).hasSize(3_000).startsWith(1L, 3L, 6L);
        assertThat(seen.get(2_999)).isEqualTo(3_000L * 3_001 / 2);
        assertThat(calls.count("readState")).isLessThanOrEqualTo(2);
    }

    @Test
    @DisplayName("F13 a state is folded anew when its session lost acknowledged events")
    void lostHistory() {
        Session<Step> session = open(counting()).session("s");
        add(session, 5);
        session.state(SUM);
        long before = calls.count("readState");
        session.state(SUM);
        assertThat(calls.count("readState")).as("with what was kept").isEqualTo(before);

        calls.loseHistory("s", 3);

        session.state(SUM);
        assertThat(calls.count("readState")).isEqualTo(before + 1);
    }
}
