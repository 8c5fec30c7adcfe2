package dev.a2.cli;

import dev.a2.examples.webhooks.demo.Demo;
import dev.a2.store.SessionStore;
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
    static void delete(StoreUrl url, PrintWriter out) throws IOException {
        if (!(url instanceof StoreUrl.Sqlite(Path file)) || !url.exists()) {
            return;
        }
        try (SessionStore store = url.open()) {
            if (!Demo.owns(store)) {
                throw new CommandFailure(file + " holds other sessions than the demo's, so --fresh leaves it alone;"
                        + " name another file with --store");
            }
        }
        for (String part : PARTS) {
            Files.deleteIfExists(file.resolveSibling(file.getFileName() + part));
        }
        out.println("Deleted " + file + " to start over.");
    }
}
