package dev.a2.architecture.planted.testkit;

import dev.a2.architecture.planted.store.sql.Sql;

final class TestkitKnowsSql {
    private TestkitKnowsSql() {}

    static String name() {
        return Sql.class.getName();
    }
}
