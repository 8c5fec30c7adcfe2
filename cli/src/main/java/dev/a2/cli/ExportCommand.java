package dev.a2.cli;

import dev.a2.store.SessionStore;
import dev.a2.transfer.SessionFileWriter;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code a2 export}: sessions as JSON lines. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description = {
            "Writes whole sessions as JSON lines.",
            "For 'a2 import', which restores them exactly; docs/reference/export.md has the format. Each session is as of one"
                    + " moment. Changes nothing."
        })
final class ExportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private StoreOption store;

    @Parameters(
            arity = "0..*",
            paramLabel = "SESSION",
            description = "Their names. Default: all sessions",
            converter = NameConverter.class)
    private List<String> sessions = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description =
                    "Write to a file, which must not exist and appears once it is whole. Default: standard output")
    private @Nullable Path file;

    private long written;

    @Override
    public Integer call() throws IOException {
        try (SessionStore open = store.openExisting()) {
            sessions.forEach(session -> Commands.bounds(open, session));
            if (file == null) {
                export(open, Commands.out(spec).writer());
                if (Commands.out(spec).isBroken()) {
                    throw new CommandFailure("standard output took only a part; what it got is worthless");
                }
            } else {
                toFile(open, Commands.surroundings(spec).directory().resolve(file));
            }
        }
        Out err = Commands.err(spec);
        err.line("exported " + Words.count(written, "session") + (file == null ? "" : " to " + file), Out.Style.DIM);
        err.flush();
        return 0;
    }

    private void toFile(SessionStore open, Path target) throws IOException {
        if (Files.exists(target)) {
            throw new CommandFailure(target + " exists already; name another file");
        }
        Path part = target.resolveSibling(target.getFileName() + ".part");
        try {
            try (BufferedWriter out = Files.newBufferedWriter(part)) {
                export(open, out);
            }
            Files.move(part, target);
        } catch (FileAlreadyExistsException e) {
            throw new CommandFailure(target + " exists already; name another file");
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private void export(SessionStore open, Appendable out) {
        SessionFileWriter writer = new SessionFileWriter(out);
        try (Progress progress = Progress.start("exporting")) {
            if (sessions.isEmpty()) {
                Commands.forEachSession(open, bounds -> export(open, writer, bounds.sessionId(), progress));
            } else {
                sessions.stream().distinct().forEach(session -> export(open, writer, session, progress));
            }
        }
        writer.end();
    }

    private void export(SessionStore open, SessionFileWriter writer, String session, Progress progress) {
        if (writer.write(open, session)) {
            written++;
        }
        progress.step();
    }
}
