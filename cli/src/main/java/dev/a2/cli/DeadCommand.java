package dev.a2.cli;

import dev.a2.store.Head;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionStore;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code a2 dead}: what failed for good. */
@Command(
        name = "dead",
        mixinStandardHelpOptions = true,
        description = {"Lists dead letters with their errors.", "'a2 redrive' has them tried again, or skips them."})
final class DeadCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private StoreOption store;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "SESSION",
            description = "Only this session. Default: all, looked through one by one",
            converter = NameConverter.class)
    private @Nullable String session;

    @Option(names = "--json", description = "One JSON object per line.")
    private boolean json;

    private long found;

    @Override
    public Integer call() {
        Out out = Commands.out(spec);
        try (SessionStore open = store.openExisting()) {
            Commands.forEachSession(open, session, bounds -> print(open, bounds, out));
        }
        if (found == 0 && !json) {
            out.line("no dead letters");
        }
        return 0;
    }

    private void print(SessionStore open, SessionBounds bounds, Out out) {
        List<Head> dead = open.deadLetters(bounds.sessionId());
        found += dead.size();
        if (json) {
            dead.forEach(head -> out.line(DeadLetters.json(head)));
        } else if (!dead.isEmpty()) {
            out.line(Words.name(bounds.sessionId()), Out.Style.BOLD);
            dead.forEach(head -> DeadLetters.print(out, head));
        }
    }
}
