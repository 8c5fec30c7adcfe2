package dev.a2.architecture.planted.store.sql;

import dev.a2.architecture.planted.Session;

final class SqlKnowsRuntime {
    private SqlKnowsRuntime() {}

    static String name() {
        return Session.class.getName();
    }
}
