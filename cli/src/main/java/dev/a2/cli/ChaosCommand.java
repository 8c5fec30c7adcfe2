package dev.a2.cli;

import dev.a2.simulation.chaos.ChaosReport;
import dev.a2.simulation.chaos.ChaosRun;
import dev.a2.simulation.chaos.FleetTimes;
import dev.a2.store.SessionPage;
import dev.a2.store.SessionStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code a2 chaos}: real processes on a store, killed again and again. */
@Command(
        name = "chaos",
        mixinStandardHelpOptions = true,
        description = {
            "Kills, stops and restarts worker processes on a store while they work, and checks that nothing was lost or"
                    + " doubled (docs/reference/simulation.md).",
            "The store must hold no sessions but those of earlier runs. Ends with 1 if something is wrong."
        },
        subcommands = ChaosWorkerCommand.class)
final class ChaosCommand implements Callable<Integer> {
    private static final Duration ROUND = Duration.ofMinutes(1);

    /** Strong, or the level that is set on it could be forgotten. */
    private static final Logger ENGINE = Logger.getLogger("dev.a2");

    @Spec
    private CommandSpec spec;

    @Mixin
    private StoreOption store;

    @Option(names = "--minutes", paramLabel = "N", description = "How long. Default: ${DEFAULT-VALUE}")
    private double minutes = 1;

    @Option(names = "--seed", paramLabel = "S", description = "What is drawn from. Default: the time.")
    private @Nullable Long seed;

    @Option(names = "--workers", paramLabel = "N", description = "Processes at once. Default: ${DEFAULT-VALUE}")
    private int workers = 3;

    @Option(
            names = "--folder",
            paramLabel = "PATH",
            description = "Where the processes write down what they do. Default: a new temporary one.")
    private @Nullable Path folder;

    @Override
    public Integer call() throws Exception {
        if (minutes <= 0 || workers < 1) {
            throw new ParameterException(spec.commandLine(), "--minutes must be above 0, and --workers at least 1");
        }
        // Its failures are planned.
        ENGINE.setLevel(Level.SEVERE);
        StoreUrl url = store.wanted();
        if (url instanceof StoreUrl.Memory) {
            throw new ParameterException(spec.commandLine(), "processes cannot share memory:, name another --store");
        }
        requireNothingElse(url);
        Path home = folder == null ? Files.createTempDirectory("a2-chaos") : Files.createDirectories(folder);
        long from = seed == null ? System.nanoTime() : seed;
        Out out = Commands.out(spec);
        out.line("seed " + from + ", chronicles in " + home);
        out.flush();
        ChaosRun.Fleet fleet =
                new ChaosRun.Fleet(workers, name -> worker(store.given()), url::open, List.of(), FleetTimes.defaults());
        ChaosReport report = new ChaosRun(fleet, home, from)
                .run(Duration.ofMillis((long) (minutes * 60_000)), ROUND, so -> tell(out, so));
        return report.findings().isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private static void tell(Out out, ChaosReport report) {
        report.lines()
                .forEach(line ->
                        out.line(Words.printable(line), line.startsWith("FOUND") ? Out.Style.RED : Out.Style.PLAIN));
        out.flush();
    }

    /** Workers of a run would take the events of others for their own. */
    private static void requireNothingElse(StoreUrl url) {
        try (SessionStore opened = url.open()) {
            String from = null;
            do {
                SessionPage page = opened.sessions(from, 100);
                page.sessions().stream()
                        .filter(session -> !session.sessionId().startsWith(ChaosRun.SESSIONS))
                        .findFirst()
                        .ifPresent(session -> {
                            throw new CommandFailure("the store holds the session " + Words.name(session.sessionId())
                                    + "; chaos needs one that holds nothing");
                        });
                from = page.next();
            } while (from != null);
        }
    }

    /** The command that starts a worker on a store; null: on the one that this process's surroundings name. */
    static List<String> worker(@Nullable String store) {
        List<String> command = anotherProcess("chaos", "worker");
        if (store != null) {
            command.addAll(List.of("--store", store));
        }
        return command;
    }

    /** The command that runs this program once more, soon at work and with little memory. */
    static List<String> anotherProcess(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }
}
