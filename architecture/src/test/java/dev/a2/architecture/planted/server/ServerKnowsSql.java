package dev.a2.architecture.planted.server;

import dev.a2.architecture.planted.store.sql.Sql;

final class ServerKnowsSql {
    private ServerKnowsSql() {}

    static String name() {
        return Sql.class.getName();
    }
}
