package dev.a2.store.sql.postgres;

import dev.a2.store.sql.jdbc.SqlFilesRules;
import java.util.Map;

class PostgresFilesTest extends SqlFilesRules<Sql> {
    PostgresFilesTest() {
        super(
                Sql.class,
                "postgres",
                Map.of("V001__sessions.sql", "3ccffb23d8d07727a8c1fa7bbf29e618d95617c845efec605f1d0ea5ea81694e"));
    }
}
