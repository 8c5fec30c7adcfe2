/** The simulation. */
module dev.a2.simulation {
    requires dev.a2;
    requires transitive dev.a2.core;
    requires dev.a2.store.memory;
    requires static transitive org.jspecify;

    exports dev.a2.simulation;
    exports dev.a2.simulation.chaos;

    opens dev.a2.simulation to
            tools.jackson.databind;
    opens dev.a2.simulation.chaos to
            tools.jackson.databind;
}
