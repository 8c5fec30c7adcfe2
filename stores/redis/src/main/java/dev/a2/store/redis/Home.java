package dev.a2.store.redis;

import dev.a2.store.Limits;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.When;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What all operations of one store share. */
record Home(Commands commands, Keys keys, RedisOptions options, WorkHints hints) {
    Limits limits() {
        return options.limits();
    }

    /** Now, for a script: empty where the server's own clock counts. */
    String now() {
        InstantSource clock = options.clock();
        return clock == null ? "" : Long.toString(clock.instant().toEpochMilli());
    }

    /** Runs a script of one session that may give work. */
    List<@Nullable Object> run(Keys.SessionKeys session, Command command) {
        return Replies.list(commands.run(session.count(), command));
    }

    /** A script on a session, which can mark work. */
    Command marking(Script script, Keys.SessionKeys session) {
        return Command.script(script, session.count(), keys.workIndex())
                .text(now())
                .text(session.sessionId());
    }

    /** A moment, for a script: a distance from its now begins with a plus. */
    static String moment(When when) {
        return switch (when) {
            case When.After after -> "+" + after.delay().toMillis();
            case When.At at -> Long.toString(at.time().toEpochMilli());
        };
    }

    static void addServed(Command command, Served served) {
        Collection<ServedConsumer> list = served.list();
        if (list != null) {
            Set<String> names = new LinkedHashSet<>();
            list.forEach(consumer -> names.add(consumer.name()));
            names.forEach(name -> command.text(Keys.consumer(name)));
        }
    }
}
