package dev.a2.simulation;

import dev.a2.store.Finding;
import dev.a2.store.SessionStore;
import dev.a2.store.memory.MemoryStorage;
import dev.a2.store.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Machines around one storage, and what is known of what they did. */
final class World implements AutoCloseable {
    static final List<String> SESSIONS = List.of("a", "b", "c");

    private static final int MACHINES = 3;
    static final Duration RINGS_AFTER = Duration.ofSeconds(30);

    final Chance chance;
    final Order order;
    final Fibers fibers;
    final Weather weather;
    final Trace trace;
    final Ledger ledger;
    final App app;
    /** What belongs to no process: messages under way. */
    final Life outside = new Life("outside");

    final List<Machine> machines = new ArrayList<>();
    final List<Watcher> watchers = new ArrayList<>();
    /** By session, the number of each event that was acknowledged, and its index. */
    final Map<String, Map<Integer, Long>> acknowledged = new LinkedHashMap<>();

    /** How long handlers take when nothing strikes any more. */
    private Duration calmHandlersTake = Duration.ZERO;

    private final Map<Life, Long> polledNanos = new HashMap<>();

    private final MemoryStorage storage = new MemoryStorage();
    private final Planting planted;
    private final List<SessionStore> opened = new ArrayList<>();

    World(Plan plan, Planting planted, boolean readable) {
        this.chance = new Chance(plan.seed());
        this.planted = planted;
        this.order = new Order(plan.strategy(), chance.stream("order"));
        this.fibers = new Fibers(order);
        this.weather = new Weather(chance.stream("weather"), plan.without());
        this.trace = new Trace(fibers, readable);
        this.ledger = new Ledger(
                () -> SimPlatform.BEGINNING.plusNanos(fibers.nowNanos()).toEpochMilli());
        Chance handlers = chance.stream("handlers");
        this.app = new App(rate -> stumble(handlers, rate), RINGS_AFTER);
        for (int i = 1; i <= MACHINES; i++) {
            Machine machine = new Machine("w" + i, this);
            machines.add(machine);
            machine.start();
        }
    }

    private void stumble(Chance handlers, double rate) throws InterruptedException {
        if (weather.isCalm()) {
            fibers.nap(calmHandlersTake);
            return;
        }
        if (handlers.at(Stumbling.DAWDLES)) {
            fibers.nap(handlers.upTo(Stumbling.LONG));
        }
        if (handlers.at(rate)) {
            throw new IllegalStateException("by chance");
        }
    }

    /** From now on handlers outlast their claims, which nobody may lose any more. */
    void slowDown() {
        calmHandlersTake = Stumbling.LONG;
        order.calmDown();
        ledger.calmDown();
    }

    /** A process's store: another one on the same storage, by the storage's own clock. */
    SessionStore openStore(Life life) {
        SessionStore store = MemoryStore.open(
                storage,
                MemoryStore.Options.defaults()
                        .clock(new SimPlatform(fibers, outside, chance).clock())
                        .ids(new SimPlatform(fibers, new Life(life + "-store"), chance).ids())
                        .delivery(task -> fibers.start(life, "delivery", Duration.ZERO, task)));
        opened.add(store);
        return planted.into(store, new SimPlatform(fibers, life, chance).clock());
    }

    /** A call of a process took effect. */
    void applied(Life life, String method, Object[] args, @Nullable Object answer) {
        trace.line(life, method, Arrays.asList(args), "->", String.valueOf(answer));
        if (method.equals("takeWork")) {
            polledNanos.put(life, fibers.nowNanos());
        }
        try {
            ledger.applied(life, method, args, answer);
        } catch (Broken e) {
            // Whoever called may take it for a failure of the store, and go on.
            fibers.fail(e);
            throw e;
        }
    }

    /** Whether a process looked for work within this time. */
    boolean polled(Life life, Duration within) {
        Long last = polledNanos.get(life);
        return last != null && fibers.nowNanos() - last <= within.toNanos();
    }

    /** What is wrong with the session's stored data. */
    List<Finding> verify(String session) {
        return opened.get(0).verify(session);
    }

    void acknowledge(String session, int n, long index) {
        acknowledged.computeIfAbsent(session, name -> new LinkedHashMap<>()).put(n, index);
    }

    @Override
    public void close() {
        fibers.close();
        opened.forEach(SessionStore::close);
    }
}
