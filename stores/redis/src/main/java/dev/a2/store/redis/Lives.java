package dev.a2.store.redis;

import dev.a2.store.AttemptRef;
import dev.a2.store.ClearRequest;
import dev.a2.store.ClearResult;
import dev.a2.store.EventLog;
import dev.a2.store.ReclaimResult;
import dev.a2.store.Reserved;
import dev.a2.store.redis.Keys.SessionKeys;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** CLR: clear and reclaim. */
final class Lives {
    private final Home home;

    Lives(Home home) {
        this.home = home;
    }

    ClearResult clear(ClearRequest request) {
        home.limits().checkSession(request.sessionId());
        SessionKeys session = home.keys().session(request.sessionId());
        String id = home.options().ids().next();
        AttemptRef cause = request.cause();
        Command command = Command.script(Script.CLEAR, session.count())
                .text(home.now())
                .text(home.keys().notifyChannel(request.sessionId()))
                .text(id)
                .text(Batch.told(id, Reserved.CLEAR_TYPE))
                .optional(request.ifLastIndex());
        if (cause != null) {
            command.number(cause.index())
                    .text(Keys.row(cause.consumer(), cause.lane()))
                    .number(cause.attempt());
        }
        List<@Nullable Object> reply = home.run(session, command);
        if (Replies.word(reply).equals("superseded")) {
            throw Words.superseded(request.sessionId(), Objects.requireNonNull(cause));
        }
        return new ClearResult(
                Replies.word(reply).equals("cleared"), Replies.number(reply.get(1)), Replies.number(reply.get(2)));
    }

    ReclaimResult reclaim(String sessionId) {
        home.limits().checkSession(sessionId);
        SessionKeys session = home.keys().session(sessionId);
        List<@Nullable Object> reply = home.run(
                session, Command.script(Script.RECLAIM, session.count()).number(EventLog.PAGE));
        String left = Replies.text(reply.get(1));
        if (left.equals("swept")) {
            sweep(session);
        }
        return new ReclaimResult(Math.toIntExact(Replies.number(reply.get(0))), !left.equals("more"));
    }

    /** Piece by piece, so that nobody waits long; whoever is interrupted begins again. */
    private void sweep(SessionKeys session) {
        List<String> places = List.of("", "", "", "");
        while (!places.stream().allMatch("done"::equals)) {
            Command command = Command.script(Script.SWEEP, session.count());
            places.forEach(command::text);
            places = home.run(session, command).stream().map(Replies::text).toList();
        }
    }
}
