package dev.a2.cli;

import dev.a2.store.SessionBounds;
import dev.a2.store.SessionPage;
import dev.a2.store.SessionStore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;

/** What commands share. */
final class Commands {
    private static final int PAGE = 100;

    private Commands() {}

    static Surroundings surroundings(CommandSpec command) {
        return ((Main) command.root().userObject()).surroundings();
    }

    static Out out(CommandSpec command) {
        return new Out(command.commandLine().getOut(), Ansi.AUTO);
    }

    static Out err(CommandSpec command) {
        return new Out(command.commandLine().getErr(), Ansi.AUTO);
    }

    /** The session's bounds; fails if it has no events. */
    static SessionBounds bounds(SessionStore store, String session) {
        SessionBounds bounds = store.bounds(session);
        if (bounds.frontier() == 0) {
            throw new CommandFailure("session " + Words.name(session) + " has no events");
        }
        return bounds;
    }

    /** All sessions, a page at a time. */
    static void forEachSession(SessionStore store, Consumer<SessionBounds> action) {
        String from = null;
        do {
            SessionPage page = store.sessions(from, PAGE);
            page.sessions().forEach(action);
            from = page.next();
        } while (from != null);
    }

    /** This session, or all where none is named. */
    static void forEachSession(SessionStore store, @Nullable String session, Consumer<SessionBounds> action) {
        if (session == null) {
            forEachSession(store, action);
        } else {
            action.accept(bounds(store, session));
        }
    }
}
