package dev.a2.store.sql.sqlite;

import dev.a2.store.IdSource;
import dev.a2.store.SessionStore;
import dev.a2.tck.ReleasesTck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;

/** Releases are kept as database files. */
class SqliteReleasesTest extends ReleasesTck {
    private static final String FILE = "store.db";

    @TempDir
    Path folder;

    private int loads;

    SqliteReleasesTest() {
        super(Path.of("src/test/resources/dev/a2/store/sql/sqlite/releases"));
    }

    private static SessionStore open(Path file, InstantSource clock, IdSource ids) {
        return SqliteStore.open(
                file, SqliteStore.Options.defaults().clock(clock).ids(ids));
    }

    @Override
    protected void save(Path kept, Scene scene) throws IOException {
        Path file = folder.resolve("written.db");
        scene.writeInto((clock, ids) -> open(file, clock, ids));
        try {
            // One file, without the log beside it.
            TestFiles.execute(file, "VACUUM INTO '" + kept.resolve(FILE) + "'");
        } catch (SQLException e) {
            throw new IOException("the file cannot be put in order", e);
        }
    }

    @Override
    protected SessionStore load(Path kept, InstantSource clock, IdSource ids) throws IOException {
        Path file = folder.resolve("loaded-" + ++loads + ".db");
        Files.copy(kept.resolve(FILE), file);
        return open(file, clock, ids);
    }
}
