package dev.a2.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The secret that signs session tokens. Never an argument: those of a running command can be read by others. */
final class SecretOption {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /** Read by {@link Settings}, which looks for it before any option is set. */
    @SuppressWarnings("UnusedVariable")
    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "A file of lines such as port = 8080: options without their dashes, session-secret, and"
                    + " token.NAME = ROLES HASH. Options win over variables (A2_PORT), those over the file.")
    private @Nullable Path config;

    @Option(
            names = "--session-secret-file",
            paramLabel = "FILE",
            description = "A file with the secret that signs session tokens, at least 32 bytes. Or the variable"
                    + " A2_SESSION_SECRET, or session-secret in the file of --config.")
    private @Nullable Path file;

    /** The secret; nothing if none is configured. */
    Optional<String> secret() {
        Map<String, String> secrets = new TreeMap<>(Settings.of(command).secrets(command));
        if (file != null) {
            secrets.put(
                    "the file " + file,
                    read(Commands.surroundings(command).directory().resolve(file)));
        }
        if (secrets.size() > 1) {
            throw new ParameterException(
                    command.commandLine(),
                    "there are several secrets for session tokens: " + String.join(", ", secrets.keySet())
                            + "; leave one");
        }
        return secrets.values().stream().findFirst();
    }

    /** Without the line's end, which editors and {@code openssl} write. */
    private static String read(Path file) {
        try {
            return Files.readString(file).stripTrailing();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the file " + file, e);
        }
    }
}
