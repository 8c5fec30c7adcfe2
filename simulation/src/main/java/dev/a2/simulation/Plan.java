package dev.a2.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What happens in a run: everything follows from the seed, but some steps and faults may be left out.
 *
 * @param steps in the order of their numbers
 * @param without faults that never strike
 */
record Plan(long seed, List<Step> steps, Set<Fault> without) {
    Plan {
        steps = List.copyOf(steps);
    }

    static Plan of(long seed, int count, Set<Fault> without) {
        Chance chance = new Chance(seed).stream("plan");
        List<Step> steps = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            steps.add(Step.drawn(i, chance));
        }
        return new Plan(seed, steps, without);
    }

    /** The same with these steps only. */
    Plan with(List<Step> fewer) {
        return new Plan(seed, fewer, without);
    }

    /** The same with these faults left out. */
    Plan without(Set<Fault> more) {
        return new Plan(seed, steps, more);
    }

    /** The steps' numbers, runs of them drawn together: 1-3,7. */
    String numbers() {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < steps.size(); ) {
            int from = steps.get(i).number();
            int to = from;
            for (i++; i < steps.size() && steps.get(i).number() == to + 1; i++) {
                to++;
            }
            parts.add(from == to ? "" + from : from + "-" + to);
        }
        return String.join(",", parts);
    }

    @Override
    public String toString() {
        return "seed " + seed + ", steps " + numbers()
                + (without.isEmpty()
                        ? ""
                        : ", without "
                                + without.stream().map(Enum::name).sorted().collect(Collectors.joining(",")));
    }
}
