package dev.a2.cli;

import dev.a2.simulation.Fault;
import dev.a2.simulation.Outcome;
import dev.a2.simulation.Plan;
import dev.a2.simulation.Shrinking;
import dev.a2.simulation.Simulation;
import dev.a2.simulation.Strategy;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code a2 simulate}: the runtime under a seeded scheduler, with faults. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        description = {
            "Runs the product under a seeded scheduler with faults (docs/reference/simulation.md).",
            "A seed replays exactly. Without --seeds it prints what happened, step by step.",
            "Ends with 1 if an invariant did not hold, and shows the fewest steps that break it."
        })
final class SimulateCommand implements Callable<Integer> {
    private static final int SHRINKING_RUNS = 300;

    /** Strong, or the level that is set on it could be forgotten. */
    private static final Logger ENGINE = Logger.getLogger("dev.a2");

    @Spec
    private CommandSpec spec;

    @Option(names = "--seed", paramLabel = "N", description = "The first seed. Default: ${DEFAULT-VALUE}")
    private long seed = 1;

    @Option(names = "--seeds", paramLabel = "N", description = "So many seeds, one line each.")
    private @Nullable Integer seeds;

    @Option(names = "--steps", paramLabel = "M", description = "Steps of a run. Default: ${DEFAULT-VALUE}")
    private int steps = 100;

    @Option(names = "--only", paramLabel = "STEPS", description = "Only these of the steps, such as 3,7-9.")
    private @Nullable String only;

    @Option(
            names = "--without",
            split = ",",
            paramLabel = "FAULT",
            description = "Faults that never strike: ${COMPLETION-CANDIDATES}")
    private List<Fault> without = List.of();

    @Option(
            names = "--strategy",
            paramLabel = "STRATEGY",
            description = "Who goes on next: ${COMPLETION-CANDIDATES}. Default: what the seed says.")
    private @Nullable Strategy strategy;

    private final Simulation simulation = new Simulation();

    @Override
    public Integer call() {
        if (steps < 1 || seeds != null && seeds < 1) {
            throw new ParameterException(spec.commandLine(), "--steps and --seeds begin at 1");
        }
        // Its failures are planned.
        ENGINE.setLevel(Level.SEVERE);
        Out out = Commands.out(spec);
        return seeds == null ? trace(out) : many(out, seeds);
    }

    private Plan plan(long which) {
        Set<Fault> faults = EnumSet.noneOf(Fault.class);
        faults.addAll(without);
        Plan drawn = Plan.of(which, steps, faults);
        Plan plan = strategy == null ? drawn : drawn.under(strategy);
        try {
            return only == null ? plan : plan.only(only);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private int trace(Out out) {
        Outcome outcome = simulation.trace(plan(seed));
        outcome.trace().forEach(line -> out.line(Words.printable(line)));
        verdict(out, outcome);
        return outcome.failure() == null ? ExitCode.OK : shrunk(out, outcome);
    }

    private int many(Out out, int count) {
        for (long which = seed; which < seed + count; which++) {
            Outcome outcome = simulation.run(plan(which));
            verdict(out, outcome);
            out.flush();
            if (outcome.failure() != null) {
                return shrunk(out, outcome);
            }
        }
        return ExitCode.OK;
    }

    private static void verdict(Out out, Outcome outcome) {
        boolean held = outcome.failure() == null;
        out.line(
                (held ? "holds   " : "BROKEN  ") + outcome.plan() + "; " + outcome.sum() + "; faults: "
                        + outcome.weather(),
                held ? Out.Style.GREEN : Out.Style.RED);
    }

    private int shrunk(Out out, Outcome failed) {
        Outcome smallest = new Shrinking(simulation, SHRINKING_RUNS).shrink(failed);
        out.line(Words.printable(String.valueOf(smallest.failure())), Out.Style.RED);
        out.line("again, with fewer steps: a2 simulate " + smallest.plan().arguments());
        return ExitCode.SOFTWARE;
    }
}
