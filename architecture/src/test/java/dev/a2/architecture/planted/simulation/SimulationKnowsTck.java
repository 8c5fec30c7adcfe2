package dev.a2.architecture.planted.simulation;

import dev.a2.architecture.planted.tck.Tck;

final class SimulationKnowsTck {
    private SimulationKnowsTck() {}

    static String name() {
        return Tck.class.getName();
    }
}
