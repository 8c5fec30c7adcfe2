package dev.a2.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command {@code a2}: front door of everything that is run from a shell. */
@Command(
        name = "a2",
        description = "A durable session engine.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all is well", "1:something is wrong, or was not found", "2:the command was not understood"},
        footerHeading = "%nStores:%n",
        footer = {
            "  sqlite:PATH               a SQLite file",
            "  postgres://USER:PASSWORD@HOST:PORT/DATABASE?schema=SCHEMA",
            "                            the sessions in a schema of a Postgres database",
            "  redis://HOST:PORT/?prefix=PREFIX",
            "                            the sessions in a Redis server whose keys begin so",
            "  https://HOST/?prefix=PREFIX",
            "                            the same over HTTP; the token is the variable A2_STORE_TOKEN",
            "  memory:                   nothing but this command sees it",
            "A command takes --store, else the variable A2_STORE, else sqlite:a2.db, or",
            "sqlite:demo.db where only that exists. Names with odd characters are printed",
            "as JSON strings, and taken as such."
        },
        subcommands = {
            DemoCommand.class,
            SessionsCommand.class,
            ShowCommand.class,
            TailCommand.class,
            StateCommand.class,
            DeadCommand.class,
            RedriveCommand.class,
            AppendCommand.class,
            ClearCommand.class,
            ReclaimCommand.class,
            VerifyCommand.class,
            DoctorCommand.class,
            ExportCommand.class,
            ImportCommand.class,
            MoveCommand.class,
            ReplayCommand.class,
            SimulateCommand.class,
            ChaosCommand.class,
            ServeCommand.class,
            TokenCommand.class
        })
public final class Main implements Runnable {
    private final Surroundings surroundings;

    @Spec
    private CommandSpec spec;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Show where an error came from.")
    private boolean debug;

    private Main(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    public static void main(String[] args) {
        CommandLine line = commandLine().setOut(utf8(System.out)).setErr(utf8(System.err));
        int exitCode = line.execute(args);
        line.getOut().flush();
        line.getErr().flush();
        System.exit(exitCode);
    }

    /** Whatever the locale: names and payloads are Unicode, and so are files made from what a command prints. */
    private static PrintWriter utf8(PrintStream stream) {
        // Made of the stream itself, so that it knows of the stream's errors.
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }

    static CommandLine commandLine() {
        return commandLine(Surroundings.ofProcess());
    }

    static CommandLine commandLine(Surroundings surroundings) {
        Main main = new Main(surroundings);
        return new CommandLine(main)
                .setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(Errors::usage)
                .setExecutionExceptionHandler((failure, line, parsed) -> Errors.failure(failure, line, main.debug));
    }

    Surroundings surroundings() {
        return surroundings;
    }

    /** Without a subcommand: says what there is. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** The version that the jar's manifest states. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"a2 " + Objects.requireNonNullElse(version, "(not packaged)")};
        }
    }
}
