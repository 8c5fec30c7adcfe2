package dev.a2;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WorkPollerTest {
    sealed interface Task {}

    record Todo(int n) implements Task {}

    private final World world = new World();
    private final List<String> done = new ArrayList<>();
    private final Contract<Task> contract = Contract.of("tasks", Task.class)
            .effect(Todo.class, (todo, context) -> done.add(context.sessionId() + ":" + todo.n()))
            .build();

    @AfterEach
    void end() {
        world.close();
    }

    private void appendElsewhere(String sessionId, int n) {
        try (A2<Task> other = A2.open(contract, world.store(), world.options().workers(false))) {
            other.session(sessionId).append(new Todo(n));
        }
    }

    @Test
    @DisplayName("RT-9 a worker that dies with marks taken delays their sessions by a lease at most")
    void takerDies() {
        KillablePlatform doomed = new KillablePlatform(world.platform);
        FaultyStore cut = new FaultyStore(world.store());
        A2.open(contract, cut.store(), world.options().platform(doomed));
        world.drain();
        appendElsewhere("s", 1);
        cut.refuse("claimAvailable", 1_000);
        world.advance(Duration.ofSeconds(2));
        assertThat(cut.count("claimAvailable")).isPositive();
        doomed.kill();

        world.open(contract);
        world.advance(Duration.ofSeconds(12));

        assertThat(done).containsExactly("s:1");
    }

    @Test
    @DisplayName("RT-9 an idle worker polls at its interval and no more")
    void idle() {
        FaultyStore calls = new FaultyStore(world.store);
        world.open(contract, calls.store(), world.options());
        world.advance(Duration.ofSeconds(10));
        calls.calls.clear();

        world.advance(Duration.ofMinutes(1));

        int shards = world.store.workShards();
        assertThat(calls.count("takeWork")).isBetween(50L * shards, 70L * shards);
    }

    @Test
    @DisplayName("RT-9 a worker asks no more often, and for nothing else, among many sessions without work")
    void idleSessions() {
        FaultyStore calls = new FaultyStore(world.store);
        A2<Task> a2 = world.open(contract, calls.store(), world.options().sweepInterval(Duration.ZERO));
        world.advance(Duration.ofSeconds(10));
        calls.calls.clear();
        world.advance(Duration.ofMinutes(1));
        int alone = calls.calls.size();
        for (int i = 0; i < 2_000; i++) {
            a2.session("s" + i).append(new Todo(i));
        }
        world.advance(Duration.ofMinutes(1));
        calls.calls.clear();

        world.advance(Duration.ofMinutes(1));

        assertThat(done).hasSize(2_000);
        assertThat(calls.calls).containsOnly("workShards", "takeWork").hasSizeBetween(alone * 9 / 10, alone * 11 / 10);
    }

    @Test
    @DisplayName("F05 a store that is away is asked about once per poll interval, so its return is noticed in time")
    void outage() {
        FaultyStore away = new FaultyStore(world.store);
        away.refuse("takeWork", 1_000_000);
        world.open(contract, away.store(), world.options());
        world.advance(Duration.ofSeconds(30));
        away.calls.clear();

        world.advance(Duration.ofMinutes(1));

        assertThat(away.count("takeWork")).isBetween(60L, 120L);
    }

    @Test
    @DisplayName("RT-9 a worker that has room for few sessions takes more as soon as it is done with them")
    void littleRoom() {
        for (int i = 0; i < 40; i++) {
            appendElsewhere("s" + i, i);
        }
        FaultyStore slow = new FaultyStore(world.store());
        slow.refuse("claimAvailable", 8);
        slow.refuse("subscribeWork", 1_000);
        world.open(contract, slow.store(), world.options().concurrency(new Concurrency(2, 1, 1)));

        world.advance(world.options().pollInterval().dividedBy(2));

        assertThat(done).hasSize(40);
    }

    @Test
    @DisplayName("RT-9 hints about work that is in hand already do not make it poll more and more")
    void ownHints() {
        FaultyStore calls = new FaultyStore(world.store);
        Session<Task> session =
                world.open(contract, calls.store(), world.options()).session("s");
        for (int i = 0; i < 2_000; i++) {
            session.append(new Todo(i));
            world.advance(Duration.ofMillis(10));
        }

        assertThat(done).hasSize(2_000);
        assertThat(calls.count("takeWork")).isLessThan(60L * world.store.workShards());
    }

    @Test
    @DisplayName("F40 a worker whose clock is an hour off finds due work in time, and does not poll itself to death")
    void skew() {
        KillablePlatform fast = new KillablePlatform(world.platform, Duration.ofHours(1));
        FaultyStore calls = new FaultyStore(world.store);
        Contract<Task> failing = Contract.of("tasks", Task.class)
                .effect(Todo.class, (todo, context) -> {
                    done.add(context.sessionId() + "/" + context.attempt());
                    if (context.attempt() == 1) {
                        throw new IllegalStateException("once");
                    }
                })
                .handlers(handlers -> handlers.retry(RetryPolicy.fixed(3, Duration.ofSeconds(30))))
                .build();
        A2<Task> a2 = world.open(failing, calls.store(), world.options().platform(fast));
        a2.session("s").append(new Todo(1));
        world.advance(Duration.ofSeconds(29));
        assertThat(done).containsExactly("s/1");

        world.advance(Duration.ofSeconds(3));

        assertThat(done).containsExactly("s/1", "s/2");
        assertThat(calls.count("takeWork")).isLessThan(80L * world.store.workShards());
    }

    @Test
    @DisplayName("RT-9 a worker takes no more marks than it has an appetite for, and gets to all in the end")
    void manySessions() {
        for (int i = 0; i < 300; i++) {
            appendElsewhere("s" + i, i);
        }
        world.open(contract, world.options().concurrency(new Concurrency(2, 1, 2)));

        world.advance(Duration.ofSeconds(60));

        assertThat(done).hasSize(300).doesNotHaveDuplicates();
        assertThat(world.store.listWork(null, 10)).isEmpty();
    }
}
