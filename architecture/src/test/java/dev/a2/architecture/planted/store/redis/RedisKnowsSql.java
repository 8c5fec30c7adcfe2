package dev.a2.architecture.planted.store.redis;

import dev.a2.architecture.planted.store.sql.Sql;

final class RedisKnowsSql {
    private RedisKnowsSql() {}

    static String name() {
        return Sql.class.getName();
    }
}
