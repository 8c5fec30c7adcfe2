package dev.a2.cli;

import dev.a2.store.ErrorCode;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.memory.MemoryStore;
import dev.a2.transfer.MoveException;
import dev.a2.transfer.MoveIds;
import dev.a2.transfer.MoveOptions;
import dev.a2.transfer.Mover;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code a2 move}: sessions from one store to another. */
@Command(
        name = "move",
        mixinStandardHelpOptions = true,
        description = {
            "Moves sessions to another store, also while they are in use.",
            "A session is taken in a moment in which nobody is at work on it. If the command is cut off, the same command ends"
                    + " what it began. docs/reference/stores.md tells how to move what is live."
        })
final class MoveCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private StoreOption store;

    @Option(names = "--to", paramLabel = "URL", required = true, description = "The store where they go.")
    private String target = "";

    @Parameters(arity = "0..*", paramLabel = "SESSION", description = "Their names.", converter = NameConverter.class)
    private List<String> sessions = new ArrayList<>();

    @Option(names = "--all", description = "All sessions.")
    private boolean all;

    @Option(names = "--prefix", paramLabel = "TEXT", description = "All sessions whose names begin so.")
    private @Nullable String prefix;

    @Option(
            names = "--wait",
            paramLabel = "DURATION",
            defaultValue = "30s",
            converter = DurationConverter.class,
            description = "How long to wait for a session's running attempts. Default: ${DEFAULT-VALUE}")
    private Duration patience = Duration.ZERO;

    @Option(
            names = "--supersede",
            description =
                    "Then cut off what still runs: it writes nothing any more, and runs again at the other store.")
    private boolean supersede;

    @Option(
            names = "--folder",
            paramLabel = "PATH",
            defaultValue = "a2-move",
            description = "Where a session lies while it is in neither store. Default: ${DEFAULT-VALUE}")
    private Path folder = Path.of("");

    @Option(names = "--dry-run", description = "Only say what would happen.")
    private boolean dryRun;

    private final Map<Mover.Outcome, Long> outcomes = new EnumMap<>(Mover.Outcome.class);
    private long staying;

    @Override
    public Integer call() {
        StoreUrl source = store.existing();
        StoreUrl goal = StoreOption.parse(spec, target);
        check(source, goal);
        MoveIds ids = new MoveIds();
        MoveOptions options = MoveOptions.DEFAULTS.patience(patience).supersede(supersede);
        try (SessionStore from = source.open(ids);
                SessionStore to = dryRun && !goal.exists() ? MemoryStore.open() : goal.open();
                Mover mover = Mover.open(
                        new Mover.Source(from, ids),
                        to,
                        Commands.surroundings(spec).directory().resolve(folder),
                        "from " + source + " to " + goal,
                        options)) {
            if (dryRun) {
                forEachSession(from, session -> forecast(mover, session));
                return ExitCode.OK;
            }
            try (Progress progress = Progress.start("moving", all || prefix != null ? -1 : sessions.size())) {
                forEachSession(from, session -> {
                    move(mover, session);
                    progress.step();
                });
            }
        }
        Commands.out(spec).line(summary(goal));
        return staying == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private void check(StoreUrl source, StoreUrl goal) {
        int ways = (sessions.isEmpty() ? 0 : 1) + (all ? 1 : 0) + (prefix == null ? 0 : 1);
        if (ways != 1) {
            throw new ParameterException(spec.commandLine(), "name sessions, or give --all or --prefix, one of these");
        }
        if (source.equals(goal)) {
            throw new ParameterException(spec.commandLine(), "--store and --to are the same store");
        }
        if (goal instanceof StoreUrl.Memory) {
            throw new ParameterException(
                    spec.commandLine(), "what moves to memory: is gone when this command ends; name another store");
        }
    }

    private void forEachSession(SessionStore from, Consumer<String> action) {
        String begin = prefix;
        if (all || begin != null) {
            Commands.forEachSession(from, bounds -> {
                if (begin == null || bounds.sessionId().startsWith(begin)) {
                    action.accept(bounds.sessionId());
                }
            });
        } else {
            sessions.stream().distinct().forEach(action);
        }
    }

    private void forecast(Mover mover, String session) {
        Mover.Forecast forecast = mover.look(session);
        Commands.out(spec)
                .line((forecast.moves() ? "would move " : "would leave ") + Words.name(session) + ": "
                        + Words.printable(forecast.words()));
    }

    private void move(Mover mover, String session) {
        try {
            outcomes.merge(mover.move(session), 1L, Long::sum);
        } catch (MoveException e) {
            stays(e);
        } catch (StoreException e) {
            if (e.code() != ErrorCode.INVALID_ARGUMENT) {
                throw e;
            }
            stays(e);
        }
    }

    private void stays(RuntimeException why) {
        staying++;
        Out err = Commands.err(spec);
        err.line("a2: " + Words.printable(String.valueOf(why.getMessage())), Out.Style.PLAIN);
        err.flush();
    }

    private String summary(StoreUrl goal) {
        long before = outcomes.getOrDefault(Mover.Outcome.MOVED_BEFORE, 0L);
        long followed = outcomes.getOrDefault(Mover.Outcome.FOLLOWED, 0L);
        return "moved " + Words.count(outcomes.getOrDefault(Mover.Outcome.MOVED, 0L), "session") + " to " + goal
                + (followed == 0 ? "" : ", sent what came late after " + followed)
                + (before == 0 ? "" : ", " + before + " moved before")
                + (staying == 0 ? "" : ", " + staying + " not moved");
    }
}
