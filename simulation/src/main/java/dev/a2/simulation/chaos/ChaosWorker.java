package dev.a2.simulation.chaos;

import dev.a2.Termination;
import dev.a2.simulation.chaos.Fact.Asking;
import dev.a2.simulation.chaos.Fact.Life;
import dev.a2.simulation.chaos.Fact.Stage;
import dev.a2.simulation.chaos.Fact.Told;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A process of a fleet: works and appends until it is killed or told to end. What its predecessors were about to do when they
 * died it does first.
 */
public final class ChaosWorker {
    private static final Duration BETWEEN = Duration.ofMillis(100);
    private static final Duration ROUND = Duration.ofMillis(500);
    private static final int NUMBERS = 1_000_000;
    private static final int MOST_AT_ONCE = 3;

    /**
     * What a process is told.
     *
     * @param folder where all write their chronicles
     * @param name the worker's number, and which start of it this is, such as {@code 2.5}
     * @param isNewer whether it serves all consumers
     */
    public record Setting(Path folder, String name, long seed, List<String> sessions, boolean isNewer) {
        /** Copies the list. */
        public Setting {
            sessions = List.copyOf(sessions);
        }

        private int worker() {
            return Integer.parseInt(name.substring(0, name.indexOf('.')));
        }
    }

    private final Setting setting;
    private final Chronicle chronicle;
    private final Member member;
    private final SplittableRandom chance;
    private volatile boolean isOver;

    private ChaosWorker(Setting setting, Chronicle chronicle, Member member) {
        this.setting = setting;
        this.chronicle = chronicle;
        this.member = member;
        this.chance = new SplittableRandom(setting.seed());
    }

    /** Works until the process is told to end. */
    public static void run(SessionStore store, Setting setting) throws IOException, InterruptedException {
        FleetTimes times = FleetTimes.defaults();
        List<Entry> before = Chronicle.read(setting.folder());
        try (Termination termination = Termination.ofProcess();
                Chronicle chronicle = Chronicle.begin(setting.folder(), setting.name())) {
            ErrandApp app = new ErrandApp(chronicle, setting.seed(), times.claimTtl(), true);
            try (Member member = Member.open(store, chronicle, times, app, setting.isNewer())) {
                new ChaosWorker(setting, chronicle, member).work(before, termination);
            }
            chronicle.write(new Life(Stage.STOPPED));
        }
    }

    private void work(List<Entry> before, Termination termination) throws InterruptedException {
        chronicle.write(new Life(Stage.READY));
        Thread asking = Thread.ofVirtual().start(() -> ask(before));
        Thread looking = Thread.ofVirtual().start(this::lookAround);
        termination.await();
        isOver = true;
        asking.interrupt();
        looking.interrupt();
    }

    private void ask(List<Entry> before) {
        for (Asking left : left(before, setting.worker())) {
            member.ask(left, () -> !isOver);
        }
        int first = first(before);
        while (pause(BETWEEN)) {
            int count = 1 + chance.nextInt(MOST_AT_ONCE);
            Asking next = new Asking(any(), first, count);
            chronicle.write(next);
            member.ask(next, () -> !isOver);
            first += count;
        }
    }

    private int first(List<Entry> before) {
        return before.stream()
                .filter(entry -> isOf(entry, setting.worker()) && entry.fact() instanceof Asking)
                .map(entry -> (Asking) entry.fact())
                .mapToInt(asking -> asking.first() + asking.count())
                .max()
                .orElse(setting.worker() * NUMBERS);
    }

    /** What a worker was about to append and was not told of. */
    static List<Asking> left(List<Entry> entries, int worker) {
        Map<Integer, Asking> left = new LinkedHashMap<>();
        for (Entry entry : entries) {
            if (entry.fact() instanceof Asking asking && isOf(entry, worker)) {
                left.put(asking.first(), asking);
            }
        }
        for (Entry entry : entries) {
            if (entry.fact() instanceof Told told) {
                left.remove(told.first());
            }
        }
        return List.copyOf(left.values());
    }

    private static boolean isOf(Entry entry, int worker) {
        return entry.who().startsWith(worker + ".");
    }

    private String any() {
        return setting.sessions().get(chance.nextInt(setting.sessions().size()));
    }

    private void lookAround() {
        SplittableRandom mine = new SplittableRandom(setting.seed() + 1);
        boolean fromTheStart = mine.nextBoolean();
        for (String session : setting.sessions()) {
            patiently(() -> member.follow(
                    session, fromTheStart ? 0 : member.session(session).bounds().frontier()));
        }
        while (pause(ROUND)) {
            String session =
                    setting.sessions().get(mine.nextInt(setting.sessions().size()));
            try {
                member.redrive(session);
                member.announce(session);
                member.lookWhoIsThere(session);
            } catch (StoreException e) {
                // The store is away; another round follows.
            }
        }
    }

    private void patiently(Runnable call) {
        while (!isOver) {
            try {
                call.run();
                return;
            } catch (StoreException e) {
                // The store is away.
            }
        }
    }

    /** Whether there is more to do after it. */
    private boolean pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            return false;
        }
        return !isOver;
    }
}
