package dev.a2.cli;

import java.io.InputStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a command finds around it.
 *
 * @param clock tells how long ago and how long still
 * @param environment the variables
 * @param directory what relative paths begin at
 * @param in what {@code -} reads
 */
record Surroundings(
        InstantSource clock, Function<String, @Nullable String> environment, Path directory, InputStream in) {
    /** This process's own. */
    static Surroundings ofProcess() {
        return new Surroundings(InstantSource.system(), System::getenv, Path.of(""), System.in);
    }
}
