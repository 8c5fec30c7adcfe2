package dev.a2;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Names of files that do not exist yet, in a directory that goes with the build. */
final class TempFiles {
    private TempFiles() {}

    static Path fresh() {
        try {
            Path target = Files.createDirectories(Path.of("target", "databases"));
            return Files.createTempDirectory(target, "a2-").resolve("test.db");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
