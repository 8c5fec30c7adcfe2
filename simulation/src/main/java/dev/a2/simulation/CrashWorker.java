package dev.a2.simulation;

import dev.a2.A2;
import dev.a2.A2Options;
import dev.a2.simulation.Deed.Asked;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.sql.SqliteStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A process that works on a SQLite file and appends to it, until it is killed. Arguments: the file, its name, its history and a
 * seed. What it was about to do when it died it does first.
 */
final class CrashWorker {
    static final Duration CLAIM_TTL = Duration.ofSeconds(1);
    private static final Duration RINGS_AFTER = Duration.ofSeconds(2);
    private static final Duration BETWEEN = Duration.ofMillis(40);

    private final A2<Deed> a2;
    private final History history;
    private final Chance chance;

    private CrashWorker(A2<Deed> a2, History history, Chance chance) {
        this.a2 = a2;
        this.history = history;
        this.chance = chance;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Chance chance = new Chance(Long.parseLong(args[3]));
        Chance handlers = chance.stream("handlers");
        try (SessionStore store = SqliteStore.open(Path.of(args[0]));
                History history = History.open(Path.of(args[2]));
                A2<Deed> a2 = open(store, args[1], rate -> stumble(handlers, rate))) {
            new CrashWorker(a2, history, chance.stream("appends")).append();
        }
    }

    static A2<Deed> open(SessionStore store, String name, Stumbling stumbling) {
        return A2.open(
                new App(stumbling, RINGS_AFTER).contract(true),
                store,
                A2Options.defaults()
                        .worker(name)
                        .claimTtl(CLAIM_TTL)
                        .pollInterval(Duration.ofMillis(200))
                        .sweepInterval(Duration.ofSeconds(2))
                        .snapshotDistance(5));
    }

    private static void stumble(Chance handlers, double rate) throws InterruptedException {
        double slow;
        double failing;
        synchronized (handlers) {
            slow = handlers.unit();
            failing = handlers.unit();
        }
        if (slow < Stumbling.DAWDLES) {
            Thread.sleep(CLAIM_TTL.plusMillis((long) (slow / Stumbling.DAWDLES * CLAIM_TTL.toMillis())));
        }
        if (failing < rate) {
            throw new IllegalStateException("by chance");
        }
    }

    private void append() throws IOException, InterruptedException {
        History.Asking left = history.left();
        while (true) {
            History.Asking next = left != null ? left : history.next(chance);
            left = null;
            history.told(next, ask(a2, next));
            Thread.sleep(BETWEEN.toMillis());
        }
    }

    /** Asks until it is acknowledged; the index. */
    static long ask(A2<Deed> a2, History.Asking asking) {
        while (true) {
            try {
                return a2.session(asking.session())
                        .append("asked-" + asking.n(), new Asked(asking.n(), asking.lane()))
                        .index();
            } catch (StoreException e) {
                // The store is away; the id makes it harmless to ask again.
            }
        }
    }
}
