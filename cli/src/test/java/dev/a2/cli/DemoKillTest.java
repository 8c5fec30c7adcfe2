package dev.a2.cli;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The demo on a SQLite file. */
final class DemoKillTest extends DemoKills {
    @TempDir
    private static Path folder;

    DemoKillTest() {
        super(10);
    }

    @Override
    String freshStore(String name) {
        return "sqlite:" + folder.resolve(name + ".db");
    }
}
