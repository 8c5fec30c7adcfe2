package dev.a2.cli;

import dev.a2.store.ReclaimResult;
import dev.a2.store.SessionStore;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code a2 reclaim}: frees what a clear left. */
@Command(
        name = "reclaim",
        mixinStandardHelpOptions = true,
        description = {"Deletes what a clear left behind.", "It can be stopped and started again."})
final class ReclaimCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private StoreOption store;

    @Parameters(index = "0", paramLabel = "SESSION", description = "Its name.", converter = NameConverter.class)
    private String session = "";

    @Override
    public Integer call() {
        long deleted = 0;
        try (SessionStore open = store.openExisting()) {
            Commands.bounds(open, session);
            ReclaimResult page;
            do {
                page = open.reclaim(session);
                deleted += page.deleted();
            } while (!page.done());
        }
        Commands.out(spec).line("deleted " + Words.count(deleted, "event") + " of " + Words.name(session));
        return 0;
    }
}
