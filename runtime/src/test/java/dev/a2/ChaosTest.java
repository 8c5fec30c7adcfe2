package dev.a2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.ErrorCode;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Workers that die, stores that lose calls and answers, tasks in any order: then quiet, and everything must be right. */
class ChaosTest {
    sealed interface Deed {}

    record Asked(int n, String lane) implements Deed {}

    record Answered(int n) implements Deed {}

    record Moved(int n, String lane, long sum) implements Deed {}

    record Rang(int n) implements Deed {}

    record Audited(long index) implements Deed {}

    static final Reducer<Deed, Long> SUM =
            Reducer.of("sum", Long.class, 0L, (sum, deed) -> deed instanceof Asked asked ? sum + asked.n() : sum);

    private static final int WORKERS = 3;
    private static final List<String> SESSIONS = List.of("a", "b", "c");

    private SplittableRandom random = new SplittableRandom();
    private boolean stormy = true;
    private boolean handlersFail = true;
    private Duration claimTtl = Duration.ofSeconds(3);
    /** The number of each attempt that ran. */
    private final List<Integer> attempts = new ArrayList<>();

    static LongStream seeds() {
        // Those beyond found a claim that was resumed in part only.
        return LongStream.concat(
                LongStream.rangeClosed(1, Long.getLong("a2.chaos.seeds", 25)), LongStream.of(148, 167, 273, 345));
    }

    static LongStream interleavings() {
        return LongStream.rangeClosed(1, Long.getLong("a2.chaos.seeds", 25));
    }

    private void perhapsFail(HandlerContext<Deed> context) {
        attempts.add(context.attempt());
        if (stormy && handlersFail && random.nextInt(8) == 0) {
            throw new IllegalStateException("by chance");
        }
    }

    private Contract<Deed> contract() {
        RetryPolicy patient =
                RetryPolicy.defaults().maxFailures(1_000).waits(Duration.ofMillis(100), 2, Duration.ofSeconds(20));
        return Contract.of("chaos", Deed.class)
                .reducer(SUM)
                .on(Asked.class, (asked, context) -> {
                    context.emit("early", new Answered(asked.n()));
                    perhapsFail(context);
                    context.schedule(new Rang(asked.n()), Duration.ofSeconds(30));
                    return List.of();
                })
                .lane(
                        "lane",
                        deed -> deed instanceof Asked asked ? asked.lane() : null,
                        lane -> lane.on(Asked.class, (asked, context) -> {
                                    perhapsFail(context);
                                    return List.of(new Moved(asked.n(), asked.lane(), context.state(SUM)));
                                })
                                .retry(patient))
                .log(
                        "audit",
                        audit -> audit.on(Asked.class, (asked, context) -> {
                                    perhapsFail(context);
                                    return List.of(new Audited(context.index()));
                                })
                                .backfill()
                                .retry(patient))
                .handlers(handlers -> handlers.retry(patient))
                .build();
    }

    private final class Machine {
        final KillablePlatform platform;
        final A2<Deed> a2;

        Machine(World world) {
            platform = new KillablePlatform(world.platform);
            A2Options options = world.options()
                    .platform(platform)
                    .claimTtl(claimTtl)
                    .snapshotDistance(5)
                    .concurrency(new Concurrency(6, 3, 4));
            a2 = A2.open(contract(), chaotic(world.store(), platform), options);
        }
    }

    /** Loses one call in ten, half of them after they took effect; a dead machine's calls never arrive. */
    private SessionStore chaotic(SessionStore real, KillablePlatform machine) {
        return (SessionStore) Proxy.newProxyInstance(
                SessionStore.class.getClassLoader(), new Class<?>[] {SessionStore.class}, (proxy, method, args) -> {
                    if (method.getName().equals("subscribeLosses")) {
                        return method.invoke(real, args);
                    }
                    boolean lost = stormy && random.nextInt(10) == 0;
                    if (machine.isDead() || lost && random.nextBoolean()) {
                        throw new StoreException(ErrorCode.STORE_UNAVAILABLE, Effect.NOT_APPLIED, "refused", null);
                    }
                    try {
                        Object answer = method.invoke(real, args);
                        if (lost) {
                            throw new StoreException(ErrorCode.STORE_UNAVAILABLE, Effect.UNKNOWN, "lost", null);
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw Objects.requireNonNull(e.getCause());
                    }
                });
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    @DisplayName("I1 to I12: after any storm, every event is handled exactly once, in order where there is one")
    void storm(long seed) {
        storm(seed, new World(ManualPlatform.shuffled(seed)));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("interleavings")
    @DisplayName("I1 to I12: after any storm in which calls overlap and take long, too")
    void overlappingStorm(long seed) {
        storm(seed, new World(new BatonPlatform(seed, Duration.ofSeconds(4))));
    }

    private void storm(long seed, World inWorld) {
        random = new SplittableRandom(seed);
        try (World world = inWorld) {
            List<Machine> machines = new ArrayList<>();
            for (int i = 0; i < WORKERS; i++) {
                machines.add(new Machine(world));
            }
            Map<String, List<Asked>> asked = new LinkedHashMap<>();
            for (int step = 0; step < 150; step++) {
                step(world, machines, asked, step);
            }
            stormy = false;
            world.advance(Duration.ofMinutes(10));
            for (String session : SESSIONS) {
                check(world, session, asked.getOrDefault(session, List.of()));
            }
            assertThat(world.store.listWork(null, 10)).isEmpty();
            machines.forEach(machine -> machine.a2.close());
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    @DisplayName("RT-4, RT-8: lost calls and answers alone cost no attempt, and run no handler twice")
    void drizzle(long seed) {
        drizzle(seed, new World(ManualPlatform.shuffled(seed)));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("interleavings")
    @DisplayName("RT-4, RT-8: lost calls and answers alone cost no attempt, even when calls overlap")
    void overlappingDrizzle(long seed) {
        drizzle(seed, new World(new BatonPlatform(seed, Duration.ofMillis(200))));
    }

    private void drizzle(long seed, World inWorld) {
        random = new SplittableRandom(seed);
        handlersFail = false;
        claimTtl = Duration.ofSeconds(30);
        try (World world = inWorld) {
            List<Machine> machines = List.of(new Machine(world), new Machine(world));
            List<Asked> asked = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                Asked event = new Asked(i, "lane" + i % 2);
                Session<Deed> session = machines.get(i % 2).a2.session("a");
                while (!appended(session, "asked-" + i, event)) {
                    world.advance(Duration.ofMillis(10));
                }
                asked.add(event);
                world.advance(Duration.ofMillis(random.nextInt(300)));
            }
            world.advance(Duration.ofMinutes(2));
            stormy = false;
            world.advance(Duration.ofMinutes(2));

            check(world, "a", asked);
            assertThat(attempts).hasSize(3 * asked.size()).containsOnly(1);
            machines.forEach(machine -> machine.a2.close());
        }
    }

    private void step(World world, List<Machine> machines, Map<String, List<Asked>> asked, int step) {
        world.stir();
        int which = random.nextInt(machines.size());
        switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> {
                String session = SESSIONS.get(random.nextInt(SESSIONS.size()));
                Asked event = new Asked(step, "lane" + random.nextInt(2));
                // The answer may be lost for longer than anybody waits; the id makes that harmless.
                String id = "asked-" + step;
                while (!appended(machines.get(which).a2.session(session), id, event)) {
                    world.advance(Duration.ofMillis(10));
                }
                asked.computeIfAbsent(session, name -> new ArrayList<>()).add(event);
            }
            case 4 -> {
                machines.get(which).platform.kill();
                machines.set(which, new Machine(world));
            }
            case 5 -> {
                machines.get(which).a2.close();
                machines.set(which, new Machine(world));
            }
            case 6 -> world.advance(Duration.ofSeconds(random.nextInt(10)));
            default -> world.advance(Duration.ofMillis(random.nextInt(500)));
        }
    }

    private static boolean appended(Session<Deed> session, String id, Asked event) {
        try {
            session.append(id, event);
            return true;
        } catch (StoreException e) {
            return false;
        }
    }

    private static void check(World world, String session, List<Asked> asked) {
        assertThat(world.store.verify(session)).isEmpty();
        assertThat(world.store.deadLetters(session)).isEmpty();
        try (A2<Deed> reader = A2.open(
                Contract.of("chaos", Deed.class).reducer(SUM).build(),
                world.store,
                world.options().workers(false))) {
            List<Recorded<Deed>> all = reader.session(session).history().toList();
            assertThat(events(all, Asked.class)).isEqualTo(asked);
            assertThat(events(all, Answered.class))
                    .containsExactlyInAnyOrderElementsOf(
                            asked.stream().map(a -> new Answered(a.n())).toList());
            assertThat(events(all, Rang.class))
                    .containsExactlyInAnyOrderElementsOf(
                            asked.stream().map(a -> new Rang(a.n())).toList());
            assertThat(events(all, Audited.class)).isEqualTo(audits(all));
            for (String lane : List.of("lane0", "lane1")) {
                assertThat(events(all, Moved.class).stream()
                                .filter(moved -> moved.lane().equals(lane))
                                .toList())
                        .isEqualTo(moves(asked, lane));
            }
            assertThat(reader.session(session).state(SUM))
                    .isEqualTo(asked.stream().mapToLong(Asked::n).sum());
        }
    }

    private static <T extends Deed> List<T> events(List<Recorded<Deed>> all, Class<T> type) {
        return all.stream()
                .map(Recorded::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    private static List<Audited> audits(List<Recorded<Deed>> all) {
        return all.stream()
                .filter(recorded -> recorded.event() instanceof Asked)
                .map(recorded -> new Audited(recorded.index()))
                .toList();
    }

    /** What a lane's handler must have said: in order, each with the sum as of its event. */
    private static List<Moved> moves(List<Asked> asked, String lane) {
        List<Moved> moves = new ArrayList<>();
        long sum = 0;
        for (Asked event : asked) {
            sum += event.n();
            if (event.lane().equals(lane)) {
                moves.add(new Moved(event.n(), lane, sum));
            }
        }
        return moves;
    }
}
