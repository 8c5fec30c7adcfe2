package dev.a2.store.redis;

import dev.a2.store.Served;
import dev.a2.store.redis.Keys.SessionKeys;
import org.jspecify.annotations.Nullable;

/** APP-12: whether a served consumer has a live head. Where many heads are of others, it is found out page by page. */
final class PendingWork {
    private final Home home;

    PendingWork(Home home) {
        this.home = home;
    }

    /** What an operation's script found out, or what it takes to know. */
    boolean isThere(SessionKeys session, Served consumers, @Nullable Object told) {
        long found = Replies.number(told);
        return found < 0 ? isThere(session, consumers) : found > 0;
    }

    boolean isThere(SessionKeys session, Served consumers) {
        Object reply = page(session, consumers, "1");
        while (!(reply instanceof Long)) {
            reply = page(session, consumers, Replies.text(reply));
        }
        return Replies.number(reply) > 0;
    }

    private @Nullable Object page(SessionKeys session, Served consumers, String from) {
        Command command =
                Command.script(Script.PENDING, session.count()).text(from).flag(consumers.list() == null);
        Home.addServed(command, consumers);
        return home.commands().run(session.count(), command);
    }
}
