package dev.a2.simulation;

import java.util.Objects;

/** Runs a plan: the steps with faults, then the healing, then the last look. */
public final class Simulation {
    private final Planting planted;

    /** A simulation of the product as it is. */
    public Simulation() {
        this(Planting.NOTHING);
    }

    /** A simulation with a fault planted into each store that a process opens. */
    Simulation(Planting planted) {
        this.planted = planted;
    }

    /** Runs a plan. Takes about half a second per hundred steps. */
    public Outcome run(Plan plan) {
        return run(plan, false);
    }

    /** A run whose trace can be read. */
    public Outcome trace(Plan plan) {
        return run(plan, true);
    }

    private Outcome run(Plan plan, boolean readable) {
        try (World world = new World(plan, planted, readable)) {
            Throwable failure = null;
            try {
                Happening happening = new Happening(world);
                for (Step step : plan.steps()) {
                    world.fibers.advance(step.after());
                    if (world.fibers.failure() != null) {
                        break;
                    }
                    happening.step(step);
                }
                Aftermath aftermath = new Aftermath(world);
                aftermath.heal();
                aftermath.check();
                failure = world.fibers.failure();
            } catch (RuntimeException | AssertionError e) {
                // What was wrong first is what counts.
                failure = Objects.requireNonNullElse(world.fibers.failure(), e);
            }
            return new Outcome(plan, failure, world.trace.sum(), world.trace.lines(), world.weather.toString());
        }
    }
}
