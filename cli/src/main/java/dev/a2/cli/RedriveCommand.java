package dev.a2.cli;

import dev.a2.store.Head;
import dev.a2.store.RedriveRequest;
import dev.a2.store.RedriveRequest.Action;
import dev.a2.store.SessionBounds;
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

/** {@code a2 redrive}: dead letters live again, or count as done. */
@Command(
        name = "redrive",
        mixinStandardHelpOptions = true,
        customSynopsis = {
            "a2 redrive [--skip] [--store=URL] SESSION CONSUMER INDEX",
            "a2 redrive [--skip] [--store=URL] --all [SESSION]"
        },
        description = {
            "Has dead letters tried again, or skips them.",
            "Tried again: with a fresh count of failures, by whichever worker serves the consumer. Skipped: counted as done."
        })
final class RedriveCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private StoreOption store;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "SESSION",
            description = "The session.",
            converter = NameConverter.class)
    private @Nullable String session;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "CONSUMER",
            description = "Whose dead letter.",
            converter = NameConverter.class)
    private @Nullable String consumer;

    @Parameters(index = "2", arity = "0..1", paramLabel = "INDEX", description = "The event's index.")
    private @Nullable Long index;

    @Option(names = "--all", description = "All dead letters, of the session or of the store.")
    private boolean all;

    @Option(names = "--skip", description = "Count them as done instead of trying again.")
    private boolean skip;

    private long redriven;

    @Override
    public Integer call() {
        if (all ? consumer != null : index == null) {
            throw new ParameterException(
                    spec.commandLine(), "name SESSION CONSUMER INDEX, or give --all and at most a session");
        }
        try (SessionStore open = store.openExisting()) {
            if (all) {
                Commands.forEachSession(open, session, bounds -> redriveAll(open, bounds));
            } else if (session != null && consumer != null && index != null) {
                redriveOne(open, session, consumer, index);
            }
        }
        Commands.out(spec).line((skip ? "skipped " : "redrove ") + Words.count(redriven, "dead letter"));
        return 0;
    }

    private void redriveOne(SessionStore open, String ofSession, String ofConsumer, long at) {
        Commands.bounds(open, ofSession);
        if (!redrive(open, ofSession, ofConsumer, at)) {
            throw new CommandFailure("there is no dead letter of " + Words.name(ofConsumer) + " at index " + at
                    + " in session " + Words.name(ofSession) + "; 'a2 dead' lists them");
        }
    }

    private void redriveAll(SessionStore open, SessionBounds bounds) {
        for (Head head : open.deadLetters(bounds.sessionId())) {
            redrive(open, bounds.sessionId(), head.consumer(), head.event().index());
        }
    }

    private boolean redrive(SessionStore open, String ofSession, String ofConsumer, long at) {
        boolean done = open.redrive(RedriveRequest.of(ofSession, ofConsumer, at, skip ? Action.SKIP : Action.RETRY))
                .redriven();
        redriven += done ? 1 : 0;
        return done;
    }
}
