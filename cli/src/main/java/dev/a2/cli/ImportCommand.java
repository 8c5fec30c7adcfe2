package dev.a2.cli;

import dev.a2.store.SessionPart;
import dev.a2.store.SessionStore;
import dev.a2.transfer.SessionFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code a2 import}: sessions from JSON lines. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        description = {
            "Stores sessions that 'a2 export' wrote.",
            "The file is looked through first: if it is damaged, or the store has one of its sessions, nothing is imported."
                    + " Then each session is stored in one step."
        })
final class ImportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private StoreOption store;

    @Parameters(index = "0", paramLabel = "FILE", description = "The file, or - for standard input.")
    private String file = "";

    @Option(names = "--skip-existing", description = "Leave out sessions that the store has.")
    private boolean skipExisting;

    private long imported;
    private long skipped;

    @Override
    public Integer call() throws IOException {
        Surroundings around = Commands.surroundings(spec);
        if (file.equals("-")) {
            Path copy = Files.createTempFile("a2-import", ".jsonl");
            try {
                Files.copy(around.in(), copy, StandardCopyOption.REPLACE_EXISTING);
                importAll(copy);
            } finally {
                Files.delete(copy);
            }
        } else {
            importAll(around.directory().resolve(file));
        }
        Commands.out(spec)
                .line("imported " + Words.count(imported, "session")
                        + (skipped == 0 ? "" : ", skipped " + skipped + " that the store has"));
        return 0;
    }

    private void importAll(Path from) {
        // The store is opened last, so that a file that is none makes no store.
        forEachSession(from, entry -> entry.parts().forEach(part -> {}));
        try (SessionStore open = store.openOrMake()) {
            if (!skipExisting) {
                forEachSession(from, entry -> checkAbsent(open, entry.sessionId()));
            }
            forEachSession(from, entry -> importOne(open, entry));
        }
    }

    private static void forEachSession(Path from, Consumer<SessionFile.Entry> action) {
        try (SessionFile sessions = SessionFile.open(from);
                Progress progress = Progress.start("importing", sessions.size())) {
            Optional<SessionFile.Entry> entry = sessions.next();
            while (entry.isPresent()) {
                action.accept(entry.get());
                progress.step();
                entry = sessions.next();
            }
        }
    }

    private static void checkAbsent(SessionStore open, String session) {
        if (open.bounds(session).frontier() > 0) {
            throw new CommandFailure("the store has session " + Words.name(session)
                    + " already, so nothing was imported; --skip-existing leaves out what it has");
        }
    }

    private void importOne(SessionStore open, SessionFile.Entry entry) {
        if (skipExisting && open.bounds(entry.sessionId()).frontier() > 0) {
            skipped++;
            return;
        }
        Iterable<SessionPart> parts = entry.parts();
        open.importSession(entry.sessionId(), parts);
        imported++;
    }
}
