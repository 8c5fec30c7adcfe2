package dev.a2.server;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.a2.server.config.ServerOptions;
import dev.a2.store.SessionStore;
import dev.a2.store.sql.sqlite.SqliteStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of docs/how-to/serve.md. */
class EmbeddedServerTest {
    @TempDir
    private Path folder;

    @Test
    void aProgramServesItsStore() {
        assertThatCode(() -> serve(folder.resolve("a2.db"))).doesNotThrowAnyException();
    }

    private static void serve(Path file) {
        try (SessionStore store = SqliteStore.open(file);
                A2Server server = A2Server.open(store, ServerOptions.defaults().listen("127.0.0.1", 0))) {
            System.out.println(server.address());
        }
    }
}
