package dev.a2.simulation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What happens in a run: everything follows from the seed, but some steps and faults may be left out.
 *
 * @param steps in the order of their numbers
 * @param without faults that never strike
 * @param strategy who goes on next
 */
public record Plan(long seed, List<Step> steps, Set<Fault> without, Strategy strategy) {
    /** Copies the lists. */
    public Plan {
        steps = List.copyOf(steps);
        without = Collections.unmodifiableSet(new LinkedHashSet<>(without));
    }

    /** A seed's plan of so many steps. */
    public static Plan of(long seed, int count, Set<Fault> without) {
        Chance chance = new Chance(seed).stream("plan");
        List<Step> steps = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            steps.add(Step.drawn(i, chance));
        }
        List<Strategy> strategies = List.of(Strategy.values());
        return new Plan(
                seed, steps, without, new Chance(seed).stream("strategy").of(strategies));
    }

    /** The same under another strategy than the seed's. */
    public Plan under(Strategy other) {
        return new Plan(seed, steps, without, other);
    }

    /** The same with these steps only. */
    Plan with(List<Step> fewer) {
        return new Plan(seed, fewer, without, strategy);
    }

    /** The same with these faults left out. */
    Plan without(Set<Fault> more) {
        return new Plan(seed, steps, more, strategy);
    }

    /**
     * The same with the steps of these numbers only.
     *
     * @param numbers as {@link #numbers} writes them
     * @throws IllegalArgumentException if they are written otherwise
     */
    public Plan only(String numbers) {
        Set<Integer> kept = new HashSet<>();
        for (String part : numbers.split(",", -1)) {
            String[] ends = part.split("-", 2);
            try {
                int from = Integer.parseInt(ends[0].strip());
                int to = Integer.parseInt(ends[ends.length - 1].strip());
                IntStream.rangeClosed(from, to).forEach(kept::add);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("steps are given as in 3,7-9, not as " + numbers, e);
            }
        }
        return with(steps.stream().filter(step -> kept.contains(step.number())).toList());
    }

    /** What to tell the command line to run this plan again. */
    public String arguments() {
        int last = steps.isEmpty() ? 1 : steps.get(steps.size() - 1).number();
        return "--seed " + seed + " --strategy " + strategy + " --steps " + last
                + (steps.size() == last ? "" : " --only " + numbers())
                + (without.isEmpty() ? "" : " --without " + names(without));
    }

    private static String names(Set<Fault> faults) {
        return faults.stream().map(Enum::name).sorted().collect(Collectors.joining(","));
    }

    /** The steps' numbers, runs of them drawn together: 1-3,7. */
    public String numbers() {
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
        String left = without.isEmpty() ? "" : ", without " + names(without);
        return "seed " + seed + ", steps " + numbers() + left + ", " + strategy;
    }
}
