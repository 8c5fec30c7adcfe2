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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What all operations of one store share. */
record Home(Commands commands, Keys keys, RedisOptions options, WorkHints hints, ComingWork coming) {
    Limits limits() {
        return options.limits();
    }

    /** Now, for a script: empty where the server's own clock counts. */
    String now() {
        return now(options);
    }

    static String now(RedisOptions options) {
        InstantSource clock = options.clock();
        return clock == null ? "" : Long.toString(clock.instant().toEpochMilli());
    }

    /** Runs a script of one session that may give work. */
    List<@Nullable Object> run(Keys.SessionKeys session, Command command) {
        return Replies.list(commands.run(session.count(), command));
    }

    /** A script on a session, which marks work if the work index is on the session's server. */
    Command marking(Script script, Keys.SessionKeys session) {
        if (!commands.isOneServer()) {
            return Command.script(script, session.count()).text(now()).text("");
        }
        return Command.script(script, session.count(), keys.work(0).index())
                .text(now())
                .text(session.sessionId());
    }

    /** Runs such a script for the work that it may give. */
    List<@Nullable Object> giving(
            Keys.SessionKeys session, Supplier<? extends Collection<ComingWork.Work>> work, Command command) {
        return coming.during(session.sessionId(), work, () -> run(session, command));
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
