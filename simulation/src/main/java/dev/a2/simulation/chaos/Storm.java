package dev.a2.simulation.chaos;

import dev.a2.simulation.chaos.Fact.Life;
import dev.a2.simulation.chaos.Fact.Stage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Torments the processes of a fleet and what is around them, each on a thread of its own, until a moment. */
final class Storm {
    /** The one that troubles name as the server. */
    static final String SERVER = "server";

    private static final int LEAST_MS = 500;
    private static final int MOST_MS = 3_000;
    private static final double STRUCK_AT_ITS_START = 0.1;
    private static final Duration START = Duration.ofSeconds(30);
    /** On a machine on which processes start slowly it goes on until each was struck so often, for this long at most. */
    private static final int LEAST_STRIKES = 2;

    private static final Duration LONGER = Duration.ofMinutes(2);
    private static final Duration LOOK = Duration.ofMillis(20);

    private final ChaosRun.Fleet fleet;
    private final Path folder;
    private final List<String> sessions;
    private final Chronicle chronicle;
    private final FleetTimes times;
    private final long untilNanos;
    /** Strikes at processes that worked. */
    private final AtomicInteger strikes = new AtomicInteger();

    Storm(ChaosRun.Fleet fleet, Path folder, List<String> sessions, Chronicle chronicle, Duration time) {
        this.fleet = fleet;
        this.folder = folder;
        this.sessions = sessions;
        this.chronicle = chronicle;
        this.times = fleet.times();
        this.untilNanos = System.nanoTime() + time.toNanos();
    }

    /** Begins, and ends when its time is over and all processes are dead. */
    void rage(SplittableRandom chance) throws Exception {
        List<Future<?>> all = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int worker = 1; worker <= fleet.workers(); worker++) {
                int number = worker;
                SplittableRandom its = chance.split();
                all.add(threads.submit(() -> torment(number, its)));
            }
            for (Trouble trouble : fleet.troubles()) {
                SplittableRandom its = chance.split();
                all.add(threads.submit(() -> strike(trouble, its)));
            }
        }
        for (Future<?> one : all) {
            passOn(one::get);
        }
    }

    private static void passOn(Callable<?> result) throws Exception {
        try {
            result.call();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the storm itself failed", e.getCause());
        }
    }

    private boolean goesOn() {
        long over = System.nanoTime() - untilNanos;
        return over < 0 || over < LONGER.toNanos() && strikes.get() < LEAST_STRIKES * fleet.workers();
    }

    private @Nullable Void strike(Trouble trouble, SplittableRandom chance) throws Exception {
        Trouble.Server server = new Trouble.Server() {
            @Override
            public void goes() {
                chronicle.write(SERVER, new Life(Stage.KILLED));
            }

            @Override
            public void isBack() {
                chronicle.write(SERVER, new Life(Stage.READY));
            }
        };
        int most = (int) trouble.most().toMillis();
        do {
            Thread.sleep(chance.nextInt(most / 4, most));
            trouble.strike().strike(chance, server);
        } while (goesOn());
        return null;
    }

    private @Nullable Void torment(int worker, SplittableRandom chance) throws Exception {
        int starts = 0;
        while (goesOn()) {
            String name = worker + "." + ++starts;
            Victim victim = start(name, chance);
            try {
                while (goesOn() && victim.isAlive() && lives(name, victim, chance)) {
                    // It was stopped for a while, and goes on.
                }
            } finally {
                if (victim.isAlive()) {
                    chronicle.write(name, new Life(Stage.KILLED));
                    victim.kill();
                }
            }
        }
        return null;
    }

    /** Until it works, or died: the server may be away. */
    private void awaitWork(String name, Victim victim) throws IOException, InterruptedException {
        long until = System.nanoTime() + START.toNanos();
        while (goesOn() && victim.isAlive() && !Chronicle.works(folder, name) && System.nanoTime() - until < 0) {
            Thread.sleep(LOOK);
        }
    }

    private Victim start(String name, SplittableRandom chance) throws IOException {
        List<String> command = new ArrayList<>(fleet.command().of(name));
        command.addAll(List.of("--folder", folder.toString(), "--name", name));
        command.addAll(List.of("--seed", Long.toString(chance.nextLong())));
        command.addAll(List.of("--sessions", String.join(",", sessions)));
        if (chance.nextInt(4) == 0) {
            command.add("--older");
        }
        return Victim.start(command, folder.resolve(name + ".out"));
    }

    /** Lets it live for a while and strikes; false when it has to be started again. */
    private boolean lives(String name, Victim victim, SplittableRandom chance) throws Exception {
        if (chance.nextDouble() >= STRUCK_AT_ITS_START) {
            awaitWork(name, victim);
        }
        Thread.sleep(chance.nextInt(LEAST_MS, MOST_MS));
        if (victim.isAlive() && Chronicle.works(folder, name)) {
            strikes.incrementAndGet();
        }
        return switch (chance.nextInt(4)) {
            case 0 -> {
                victim.signal("STOP");
                chronicle.write(name, new Life(Stage.PAUSED));
                Thread.sleep(times.claimTtl().plusMillis(chance.nextInt(1_000)));
                chronicle.write(name, new Life(Stage.CONTINUED));
                victim.signal("CONT");
                yield true;
            }
            case 1 -> {
                chronicle.write(name, new Life(Stage.TERMINATED));
                victim.signal("TERM");
                yield !victim.awaitEnd();
            }
            default -> false;
        };
    }
}
