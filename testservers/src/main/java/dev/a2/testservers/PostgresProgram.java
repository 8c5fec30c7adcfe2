package dev.a2.testservers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;
import org.tukaani.xz.XZInputStream;

/**
 * A Postgres that the build brings, unpacked once.
 *
 * @param folder where it lies
 * @param account who runs it
 * @param cleanUp what removes the folder when this program ends
 */
record PostgresProgram(Path folder, Account account, CleanUp cleanUp) {
    private static final Map<PostgresServer.Version, PostgresProgram> UNPACKED =
            new EnumMap<>(PostgresServer.Version.class);

    /**
     * The one of a version.
     *
     * @throws TestAbortedException if this machine cannot run it; where A2_CI is true, that is a failure
     */
    static synchronized PostgresProgram of(PostgresServer.Version version) {
        return UNPACKED.computeIfAbsent(version, PostgresProgram::unpack);
    }

    /** Makes an empty cluster. */
    void initialise(Path data) {
        String options = "-U postgres -A trust -E UTF8 --locale=C --no-sync -D";
        List<String> arguments = Stream.concat(Stream.of(options.split(" ", -1)), Stream.of(data.toString()))
                .toList();
        Commands.run(command("initdb", arguments), InputStream.nullInputStream());
    }

    /** A command that runs one of its programs. */
    List<String> command(String program, List<String> arguments) {
        Path executable = folder.resolve("bin").resolve(program);
        return account.running(Stream.concat(Stream.of(executable.toString()), arguments.stream())
                .toList());
    }

    private static PostgresProgram unpack(PostgresServer.Version version) {
        Account account = Account.unprivileged();
        String name = "postgres/" + version.folder + "/postgres-linux-" + machine() + ".txz";
        try (InputStream in = PostgresProgram.class.getResourceAsStream(name)) {
            if (in == null) {
                throw Commands.missing("there is no " + name + " in the class path");
            }
            Path folder = Files.createTempDirectory("a2-postgres-" + version.folder + "-");
            Commands.run(List.of("tar", "-x", "-C", folder.toString()), new XZInputStream(in));
            account.own(folder);
            return new PostgresProgram(folder, account, new CleanUp(folder, ""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String machine() {
        boolean isArm = System.getProperty("os.arch").toLowerCase(Locale.ROOT).contains("aarch64");
        return isArm ? "arm_64" : "x86_64";
    }
}
