package dev.a2.store.sql.sqlite;

import dev.a2.store.sql.jdbc.SqlFilesRules;
import java.util.Map;

class SqliteFilesTest extends SqlFilesRules<Sql> {
    SqliteFilesTest() {
        super(
                Sql.class,
                "sqlite",
                Map.of("V001__sessions.sql", "353641fcf2f605c11419821e333ad436d6e066860cd8617f9facdc788240118b"));
    }
}
