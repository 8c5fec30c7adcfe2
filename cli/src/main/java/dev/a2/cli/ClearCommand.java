package dev.a2.cli;

import dev.a2.store.ClearRequest;
import dev.a2.store.ClearResult;
import dev.a2.store.SessionStore;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code a2 clear}: a new lifetime. */
@Command(
        name = "clear",
        mixinStandardHelpOptions = true,
        description = {
            "Starts a new lifetime of a session.",
            "Everything so far is gone for all readers at once; 'a2 reclaim' then frees its room."
        })
final class ClearCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private StoreOption store;

    @Parameters(index = "0", paramLabel = "SESSION", description = "Its name.", converter = NameConverter.class)
    private String session = "";

    @Option(names = "--if-last", paramLabel = "N", description = "Only if this is its newest event.")
    private @Nullable Long last;

    @Override
    public Integer call() {
        if (last != null && last < 0) {
            throw new ParameterException(spec.commandLine(), "--if-last must not be negative");
        }
        try (SessionStore open = store.openExisting()) {
            Commands.bounds(open, session);
            ClearResult result = open.clear(new ClearRequest(session, last, null));
            if (!result.cleared()) {
                throw new CommandFailure("session " + Words.name(session) + " was not cleared: its newest event is "
                        + result.index() + ", not " + last);
            }
            Commands.out(spec).line(Words.name(session) + " is cleared at " + result.clearIndex());
        }
        return 0;
    }
}
