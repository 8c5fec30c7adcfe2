package dev.a2.simulation.chaos;

import dev.a2.simulation.chaos.Fact.Life;
import dev.a2.simulation.chaos.Fact.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Who was there to work at which time. */
final class Lives {
    private final List<Entry> changes = new ArrayList<>();

    Lives(Evidence evidence) {
        evidence.each(Life.class, (entry, life) -> changes.add(entry));
    }

    private static Stage stage(Entry entry) {
        return ((Life) entry.fact()).stage();
    }

    private static boolean begins(Entry entry) {
        return stage(entry) == Stage.READY || stage(entry) == Stage.CONTINUED;
    }

    /** The time between two moments in which the server and a process besides this one were there. */
    Duration workable(long fromMs, long toMs, String besides) {
        Set<String> there = new HashSet<>();
        boolean server = true;
        long total = 0;
        long since = fromMs;
        for (Entry change : changes) {
            if (change.ms() >= toMs) {
                break;
            }
            if (server && !there.isEmpty()) {
                total += Math.max(0, change.ms() - since);
            }
            since = Math.max(since, change.ms());
            if (change.who().equals(Storm.SERVER)) {
                server = begins(change);
            } else if (begins(change) && !change.who().equals(besides)) {
                there.add(change.who());
            } else {
                there.remove(change.who());
            }
        }
        return Duration.ofMillis(server && !there.isEmpty() ? total + Math.max(0, toMs - since) : total);
    }

    /** What happened between two moments to others that might have had the head meanwhile. */
    int disturbances(long fromMs, long toMs, String besides) {
        return (int) changes.stream()
                .filter(change -> change.ms() > fromMs && change.ms() <= toMs)
                .filter(change -> !change.who().equals(besides) && !begins(change))
                .count();
    }

    /** Those of a process's, or the server's, changes of a stage. */
    List<Entry> of(Stage stage) {
        return changes.stream().filter(change -> stage(change) == stage).toList();
    }

    /** When a process that stood still went on; the end of time if it did not. */
    long continuedMs(Entry paused) {
        return changes.stream()
                .filter(change -> change.who().equals(paused.who()) && change.ms() >= paused.ms())
                .filter(change -> stage(change) == Stage.CONTINUED)
                .mapToLong(Entry::ms)
                .findFirst()
                .orElse(Long.MAX_VALUE);
    }
}
