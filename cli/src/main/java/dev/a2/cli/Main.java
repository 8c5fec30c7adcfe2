package dev.a2.cli;

import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code a2}: front door of everything that is run from a shell. */
@Command(
        name = "a2",
        description = "A durable session engine.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        subcommands = DemoCommand.class)
public final class Main implements Runnable {
    @Spec
    private CommandSpec spec;

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main());
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
