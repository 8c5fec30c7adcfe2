package dev.a2.integration;

import dev.a2.store.sql.sqlite.SqliteStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

class SqliteLimitsTest extends LimitsRules {
    private static Path fresh() {
        try {
            return Files.createTempDirectory(Path.of("target"), "limits").resolve("test.db");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    SqliteLimitsTest() {
        super(
                SqliteStore.open(
                        fresh(),
                        SqliteStore.Options.defaults()
                                .sync(SqliteStore.Sync.NORMAL)
                                .readers(4)),
                10_000);
    }
}
