package dev.a2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.sql.sqlite.SqliteStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ChaosCommandTest {
    @TempDir
    private Path folder;

    @Test
    void aStoreThatHoldsOtherSessionsIsRefused() {
        Path file = folder.resolve("a2.db");
        try (SessionStore store = SqliteStore.open(file)) {
            store.append(AppendRequest.of("order-17", NewEvent.of(null, "placed", Json.NULL)));
        }

        assertThat(new Shell(folder).run("chaos", "--store", "sqlite:" + file).failed(1))
                .contains("holds the session order-17");
    }

    @Test
    void aStoreThatProcessesCannotShareIsRefused() {
        assertThat(new Shell(folder).run("chaos", "--store", "memory:").failed(2))
                .contains("processes cannot share memory:");
    }

    @Test
    void badNumbersAreRefused() {
        Shell shell = new Shell(folder);

        assertThat(shell.run("chaos", "--minutes", "0").failed(2)).contains("--minutes must be above 0");
        assertThat(shell.run("chaos", "--workers", "0").failed(2)).contains("--workers at least 1");
    }
}
