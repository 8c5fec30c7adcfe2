package dev.a2.store.redis;

import dev.a2.store.EventLog;
import dev.a2.store.redis.Keys.SessionKeys;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The index of events by type, which must reach back as far as a log looks (CUR-4). */
final class TypeIndex {
    private final Home home;

    TypeIndex(Home home) {
        this.home = home;
    }

    /** Runs a script; while it answers that types are not indexed far enough, indexes them a page at a time. */
    List<@Nullable Object> indexedAsNeeded(SessionKeys session, Supplier<List<@Nullable Object>> script) {
        while (true) {
            List<@Nullable Object> reply = script.get();
            if (!(reply.get(0) instanceof byte[]) || !Replies.word(reply).equals("unindexed")) {
                return reply;
            }
            List<String> types =
                    reply.subList(2, reply.size()).stream().map(Replies::text).toList();
            index(session, Replies.number(reply.get(1)), types);
        }
    }

    private void index(SessionKeys session, long downTo, List<String> types) {
        String left = "more";
        while (left.equals("more")) {
            Command command = Command.script(Script.INDEX_TYPE, session.count())
                    .number(downTo)
                    .number(EventLog.PAGE);
            types.forEach(command::text);
            left = Replies.text(home.commands().run(session.count(), command));
        }
    }
}
