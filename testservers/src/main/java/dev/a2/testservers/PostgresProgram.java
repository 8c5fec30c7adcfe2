package dev.a2.testservers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.opentest4j.TestAbortedException;
import org.tukaani.xz.XZInputStream;

/**
 * A Postgres that the build brings, unpacked once.
 *
 * @param folder where it lies
 * @param account what a command begins with so that it does not run as root, which Postgres refuses
 * @param cleanUp what removes the folder when this program ends
 */
record PostgresProgram(Path folder, List<String> account, CleanUp cleanUp) {
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
        List<String> options = List.of("-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync");
        List<String> arguments = new ArrayList<>(List.of("-D", data.toString()));
        arguments.addAll(options);
        Commands.run(command("initdb", arguments), InputStream.nullInputStream());
    }

    /** Gives a folder to whom the server runs as. */
    void handOver(Path place) {
        if (account.contains("--reuid=nobody")) {
            Commands.run("chown", "-R", "nobody:nogroup", place.toString());
        }
    }

    /** A command that runs one of its programs. */
    List<String> command(String program, List<String> arguments) {
        List<String> command = new ArrayList<>(account);
        command.add(folder.resolve("bin").resolve(program).toString());
        command.addAll(arguments);
        return command;
    }

    private static PostgresProgram unpack(PostgresServer.Version version) {
        List<String> account = unprivileged();
        String name = "postgres/" + version.folder + "/postgres-linux-" + machine() + ".txz";
        try (InputStream in = PostgresProgram.class.getResourceAsStream(name)) {
            if (in == null) {
                throw missing("there is no " + name + " in the class path");
            }
            Path folder = Files.createTempDirectory("a2-postgres-" + version.folder + "-");
            Commands.run(List.of("tar", "-x", "-C", folder.toString()), new XZInputStream(in));
            PostgresProgram program = new PostgresProgram(folder, account, new CleanUp(folder, ""));
            program.handOver(folder);
            return program;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String machine() {
        boolean isArm = System.getProperty("os.arch").toLowerCase(Locale.ROOT).contains("aarch64");
        return isArm ? "arm_64" : "x86_64";
    }

    /** Root stays itself in a user namespace of its own, where it is nobody; or it becomes nobody. */
    private static List<String> unprivileged() {
        List<String> namespace = List.of("unshare", "-U");
        List<String> nobody = List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups");
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of();
        }
        if (canRun(namespace)) {
            return namespace;
        }
        if (canRun(nobody)) {
            return nobody;
        }
        throw missing("Postgres does not run as root, and neither unshare -U nor setpriv can change that here");
    }

    private static boolean canRun(List<String> account) {
        List<String> command = new ArrayList<>(account);
        command.add("true");
        return Commands.succeeds(command.toArray(String[]::new));
    }

    private static RuntimeException missing(String reason) {
        if ("true".equals(System.getenv("A2_CI"))) {
            return new IllegalStateException(reason);
        }
        return new TestAbortedException(reason);
    }
}
