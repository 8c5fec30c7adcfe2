package dev.a2.store.sql.postgres;

import dev.a2.store.sql.jdbc.SqlFilesRules;
import java.util.Map;

class PostgresFilesTest extends SqlFilesRules<Sql> {
    PostgresFilesTest() {
        super(
                Sql.class,
                "postgres",
                Map.of("V001__sessions.sql", "8e92061ae1e9bee5dcba49ea81f1ba34fa9629d1361a96252bdf0c6172f5309f"));
    }
}
