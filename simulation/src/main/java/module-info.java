/** The simulation. */
module dev.a2.simulation {
    requires dev.a2;
    requires dev.a2.core;
    requires dev.a2.store.memory;
    requires dev.a2.store.sql;
    requires static transitive org.jspecify;

    exports dev.a2.simulation;

    opens dev.a2.simulation to
            tools.jackson.databind;
}
