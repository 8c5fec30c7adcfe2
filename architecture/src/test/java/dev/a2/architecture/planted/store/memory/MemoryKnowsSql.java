package dev.a2.architecture.planted.store.memory;

import dev.a2.architecture.planted.store.sql.Sql;

final class MemoryKnowsSql {
    private MemoryKnowsSql() {}

    static String name() {
        return Sql.class.getName();
    }
}
