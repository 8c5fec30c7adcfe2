package dev.a2.testservers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** The server programs that the build brings, each copied out of the class path once. */
final class RedisProgram {
    private static final Map<RedisServer.Version, Path> COPIES = new EnumMap<>(RedisServer.Version.class);

    private RedisProgram() {}

    static synchronized Path of(RedisServer.Version version) {
        return COPIES.computeIfAbsent(version, RedisProgram::copy);
    }

    private static Path copy(RedisServer.Version version) {
        String name = name(version);
        try (InputStream in = RedisProgram.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("there is no " + name + " in the class path");
            }
            Path program = Files.createTempFile("a2-", "-" + name);
            program.toFile().deleteOnExit();
            Files.copy(in, program, StandardCopyOption.REPLACE_EXISTING);
            if (!program.toFile().setExecutable(true)) {
                throw new IOException(program + " cannot be made executable");
            }
            return program;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String name(RedisServer.Version version) {
        boolean isArm = System.getProperty("os.arch").toLowerCase(Locale.ROOT).contains("aarch64");
        return "redis-server-" + (isArm ? version.arm : version.intel);
    }
}
