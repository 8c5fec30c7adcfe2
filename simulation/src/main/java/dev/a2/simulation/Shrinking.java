package dev.a2.simulation;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Finds a smaller plan that breaks the same rule: fewer faults, then fewer steps. */
public final class Shrinking {
    private final Simulation simulation;
    private int runsLeft;

    /** One that tries so many runs at most. */
    public Shrinking(Simulation simulation, int runs) {
        this.simulation = simulation;
        this.runsLeft = runs;
    }

    /** The smallest failing run that was found; the given one if none. */
    public Outcome shrink(Outcome failed) {
        return fewerSteps(fewerFaults(failed));
    }

    private Outcome fewerFaults(Outcome failed) {
        Outcome smallest = failed;
        for (Fault fault : Fault.values()) {
            Set<Fault> without = EnumSet.of(fault);
            without.addAll(smallest.plan().without());
            smallest = breaksToo(smallest, smallest.plan().without(without)).orElse(smallest);
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
                Optional<Outcome> smaller = breaksToo(smallest, smallest.plan().with(fewer));
                from += smaller.isPresent() ? 0 : size;
                smallest = smaller.orElse(smallest);
            }
        }
        return smallest;
    }

    /** A run of the plan, if it breaks the same rule. */
    private Optional<Outcome> breaksToo(Outcome known, Plan plan) {
        if (runsLeft-- <= 0) {
            return Optional.empty();
        }
        Outcome tried = simulation.run(plan);
        return Objects.equals(tried.rule(), known.rule()) ? Optional.of(tried) : Optional.empty();
    }
}
