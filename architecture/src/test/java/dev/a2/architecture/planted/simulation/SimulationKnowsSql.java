package dev.a2.architecture.planted.simulation;

import dev.a2.architecture.planted.store.sql.Sql;

final class SimulationKnowsSql {
    private SimulationKnowsSql() {}

    static String name() {
        return Sql.class.getName();
    }
}
