package dev.a2.architecture.planted.store.sql;

import dev.a2.architecture.planted.Runtime;

final class SqlKnowsRuntime {
    private SqlKnowsRuntime() {}

    static String name() {
        return Runtime.class.getName();
    }
}
