package dev.a2.cli;

import dev.a2.replay.ReplayReport;
import dev.a2.replay.Replayer;
import dev.a2.replay.Trace;
import dev.a2.store.IdSource;
import dev.a2.store.SessionStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code a2 replay}: recorded operations, each answered as recorded? */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        description = {
            "Runs recorded operations and compares the answers.",
            "Each file (docs/reference/golden-vectors.md) runs on an empty store, with the recorded clock and ids.",
            "Shows where a file's answers first differ, and ends with 1 if any do."
        })
final class ReplayCommand implements Callable<Integer> {
    private static final String TEMPORARY = "sqlite:";

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--store",
            paramLabel = "URL",
            description = "memory:, or sqlite: for a temporary file per trace, or sqlite:PATH for one trace, where PATH"
                    + " does not exist. Default: ${DEFAULT-VALUE}")
    private String store = TEMPORARY;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Traces, or folders of them (*.jsonl).")
    private List<Path> files = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        Out out = Commands.out(spec);
        List<Path> traces = traces();
        StoreUrl url = url(traces.size());
        int failed = 0;
        for (Path file : traces) {
            ReplayReport report = replay(file, url);
            failed += report.passed() ? 0 : 1;
            String verdict = report.passed() ? "ok    " : "DIFFER";
            out.line(out.styled(verdict, report.passed() ? Out.Style.GREEN : Out.Style.RED) + "  "
                    + report.toString()
                            .lines()
                            .map(Words::printable)
                            .reduce((a, b) -> a + "\n        " + b)
                            .orElse(""));
            out.flush();
        }
        out.line(
                failed == 0
                        ? Words.count(traces.size(), "trace") + " as recorded"
                        : failed + " of " + Words.count(traces.size(), "trace") + " not as recorded",
                failed == 0 ? Out.Style.GREEN : Out.Style.RED);
        return failed == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private List<Path> traces() throws IOException {
        List<Path> traces = new ArrayList<>();
        for (Path file : files) {
            Path path = Commands.surroundings(spec).directory().resolve(file);
            if (Files.isDirectory(path)) {
                try (Stream<Path> inside = Files.walk(path)) {
                    inside.filter(found -> found.toString().endsWith(".jsonl"))
                            .sorted()
                            .forEach(traces::add);
                }
            } else {
                traces.add(path);
            }
        }
        if (traces.isEmpty()) {
            throw new CommandFailure("there are no *.jsonl files in " + files);
        }
        return traces;
    }

    /** Null for a temporary file. */
    private @Nullable StoreUrl url(int traces) {
        if (store.equals(TEMPORARY)) {
            return null;
        }
        StoreUrl url;
        try {
            url = StoreUrl.parse(store, Commands.surroundings(spec).directory());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
        if (url instanceof StoreUrl.Redis) {
            throw new ParameterException(
                    spec.commandLine(), "a trace needs an empty store of its own; give sqlite: or memory:");
        }
        if (url instanceof StoreUrl.Sqlite sqlite) {
            if (traces > 1) {
                throw new ParameterException(
                        spec.commandLine(), "each trace needs an empty store; for several give sqlite: without a file");
            }
            if (sqlite.exists() && !isEmpty(sqlite)) {
                throw new CommandFailure(url + " holds sessions, and a trace needs an empty store; name another file");
            }
        }
        return url;
    }

    private static boolean isEmpty(StoreUrl.Sqlite sqlite) {
        try {
            if (Files.size(sqlite.file()) == 0) {
                return true;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + sqlite.file(), e);
        }
        try (SessionStore open = sqlite.open()) {
            return open.sessions(null, 1).sessions().isEmpty();
        }
    }

    private static ReplayReport replay(Path file, @Nullable StoreUrl url) throws IOException {
        Trace trace = trace(file);
        if (url != null) {
            return new Replayer(url::open).replay(trace);
        }
        Path folder = Files.createTempDirectory("a2-replay");
        try {
            StoreUrl temporary = new StoreUrl.Sqlite(folder.resolve("trace.db"));
            return new Replayer((InstantSource clock, IdSource ids) -> temporary.open(clock, ids)).replay(trace);
        } finally {
            delete(folder);
        }
    }

    private static Trace trace(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new CommandFailure("there is no file " + file);
        }
        try {
            return Trace.read(file);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()));
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> inside = Files.list(folder)) {
            for (Path file : inside.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
