package dev.a2.simulation;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Finds a smaller plan that breaks the same rule: fewer faults, then fewer steps. */
final class Shrinking {
    private final Simulation simulation;
    private int runsLeft;

    /** One that tries so many runs at most. */
    Shrinking(Simulation simulation, int runs) {
        this.simulation = simulation;
        this.runsLeft = runs;
    }

    Outcome shrink(Outcome failed) {
        return fewerSteps(fewerFaults(failed));
    }

    private Outcome fewerFaults(Outcome failed) {
        Outcome smallest = failed;
        for (Fault fault : Fault.values()) {
            Set<Fault> without = EnumSet.of(fault);
            without.addAll(smallest.plan().without());
            smallest = smaller(smallest, smallest.plan().without(without));
        }
        return smallest;
    }

    /** Leaves out halves of the steps, then quarters, and so on, as long as that helps. */
    private Outcome fewerSteps(Outcome failed) {
        Outcome smallest = failed;
        for (int size = Math.max(1, failed.plan().steps().size() / 2); size >= 1; size /= 2) {
            int from = 0;
            while (from < smallest.plan().steps().size() && runsLeft > 0) {
                List<Step> fewer = new ArrayList<>(smallest.plan().steps());
                fewer.subList(from, Math.min(fewer.size(), from + size)).clear();
                Outcome tried = smaller(smallest, smallest.plan().with(fewer));
                if (tried == smallest) {
                    from += size;
                }
                smallest = tried;
            }
        }
        return smallest;
    }

    private Outcome smaller(Outcome known, Plan plan) {
        if (runsLeft-- <= 0) {
            return known;
        }
        Outcome tried = simulation.run(plan);
        return Objects.equals(tried.rule(), known.rule()) ? tried : known;
    }
}
