package dev.a2.cli;

import dev.a2.examples.webhooks.demo.Demo;
import dev.a2.store.SessionStore;
import dev.a2.store.sql.SqliteStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The file of a demo. */
final class DemoFile {
    /** What SQLite keeps beside a file. */
    private static final List<String> PARTS = List.of("", "-wal", "-shm");

    private DemoFile() {}

    /** Deletes a demo's file, and nothing that is not one. */
    static void delete(Path file, PrintWriter out) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        try (SessionStore store = SqliteStore.open(file)) {
            if (!Demo.owns(store)) {
                throw new IOException(file + " holds other sessions than the demo's, so --fresh leaves it alone. "
                        + "Name another file with --store.");
            }
        }
        for (String part : PARTS) {
            Files.deleteIfExists(file.resolveSibling(file.getFileName() + part));
        }
        out.println("Deleted " + file + " to start over.");
    }
}
