package dev.a2.simulation;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What a strategy decides in one run. */
final class Order {
    private static final Duration EVEN = Duration.ofMillis(1);
    private static final Duration LONG = Duration.ofSeconds(2);
    private static final List<String> VICTIMS = List.of(
            "w1.",
            "w2.",
            "w3.",
            "append",
            "claimAvailable",
            "renewClaims",
            "completeAttempt",
            "failAttempt",
            "releaseClaims",
            "takeWork",
            "refreshWork",
            "putSnapshots",
            "readFeedPage");

    /** Times at which a task loses its priority. */
    private static final int CHANGES = 4;
    /** Waits among which they are. */
    private static final int WAITS = 20_000;

    private final Strategy strategy;
    private final Chance chance;
    private final String victim;
    private final Set<Long> changes = new HashSet<>();
    private boolean calm;

    Order(Strategy strategy, Chance chance) {
        this.strategy = strategy;
        this.chance = chance;
        this.victim = chance.of(VICTIMS);
        for (int i = 0; i < CHANGES; i++) {
            changes.add((long) chance.below(WAITS));
        }
    }

    /** A task's place among all tasks; the lowest goes first. */
    long priority() {
        return strategy == Strategy.PRIORITIES ? chance.next() >>> 1 : 0;
    }

    /** Decides among tasks that are due at once; what is lower goes first. */
    long tie(Fiber fiber, long number) {
        return switch (strategy) {
            case RANDOM, VICTIM -> chance.next();
            case FIFO -> number;
            case PRIORITIES -> {
                if (changes.contains(number)) {
                    fiber.priority = Long.MAX_VALUE - number;
                }
                yield fiber.priority;
            }
        };
    }

    /** How long a call, or its answer, is on its way. */
    Duration travel(Life life, String method, Duration most) {
        return switch (strategy) {
            case RANDOM -> chance.upTo(most);
            case FIFO, PRIORITIES -> most.compareTo(LONG) < 0 ? EVEN : most.dividedBy(2);
            case VICTIM -> chance.upTo(isVictim(life, method) && chance.at(0.5) ? most.plus(LONG) : most);
        };
    }

    /** From now on nobody is a victim. */
    void calmDown() {
        calm = true;
    }

    private boolean isVictim(Life life, String method) {
        return !calm && (method.equals(victim) || life.name.startsWith(victim));
    }

    @Override
    public String toString() {
        return strategy == Strategy.VICTIM
                ? "victim " + victim
                : strategy.name().toLowerCase(Locale.ROOT);
    }
}
