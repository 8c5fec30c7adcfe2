package dev.a2.cli;

import dev.a2.simulation.chaos.ChaosWorker;
import dev.a2.store.SessionStore;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code a2 chaos worker}: a process that {@code a2 chaos} starts. */
@Command(name = "worker", hidden = true, description = "A process of a fleet that a2 chaos torments.")
final class ChaosWorkerCommand implements Callable<Integer> {
    /** Strong, or the level that is set on it could be forgotten. */
    private static final Logger ENGINE = Logger.getLogger("dev.a2");

    @Mixin
    private StoreOption store;

    @Option(names = "--folder", required = true)
    private Path folder = Path.of("");

    @Option(names = "--name", required = true)
    private String name = "";

    @Option(names = "--seed", required = true)
    private long seed;

    @Option(names = "--sessions", split = ",", required = true)
    private List<String> sessions = List.of();

    @Option(names = "--older")
    private boolean older;

    @Override
    public Integer call() throws Exception {
        ENGINE.setLevel(Level.SEVERE);
        try (SessionStore opened = store.openOrMake()) {
            ChaosWorker.run(opened, new ChaosWorker.Setting(folder, name, seed, sessions, !older));
        }
        return ExitCode.OK;
    }
}
