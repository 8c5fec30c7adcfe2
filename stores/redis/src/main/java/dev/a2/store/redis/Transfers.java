package dev.a2.store.redis;

import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.EventLog;
import dev.a2.store.SessionPart;
import dev.a2.store.SessionPart.Bounds;
import dev.a2.store.SessionPart.EventPart;
import dev.a2.store.SessionParts;
import dev.a2.store.StoreException;
import dev.a2.store.redis.Keys.SessionKeys;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** TRF: exportSession and importSession. */
final class Transfers {
    private static final int PAGE = 4 * EventLog.PAGE;

    private final Home home;
    private final Reads reads;

    Transfers(Home home, Reads reads) {
        this.home = home;
        this.reads = reads;
    }

    void export(String sessionId, Consumer<? super SessionPart> sink) {
        home.limits().checkSession(sessionId);
        SessionKeys session = home.keys().session(sessionId);
        Frame frame = Frame.of(home, session);
        if (frame != null) {
            export(session, frame, sink);
        }
    }

    void export(SessionKeys session, Frame frame, Consumer<? super SessionPart> sink) {
        Bounds bounds = frame.bounds();
        sink.accept(bounds);
        long after = Math.max(1, bounds.clearIndex()) - 1;
        while (after < bounds.frontier()) {
            long through = Math.min(after + PAGE, bounds.frontier());
            List<Event> page = reads.range(session, after, through);
            if (page == null) {
                throw new StoreException(
                        ErrorCode.STORE_UNAVAILABLE,
                        "events after index " + after + " of " + Words.session(session.sessionId())
                                + " went away during its export, as by a clear and its reclaim; export again, and if that"
                                + " fails too, run verify");
            }
            page.forEach(event -> sink.accept(new EventPart(event)));
            after = through;
        }
        frame.cursors().forEach(sink);
        frame.heads().forEach(sink);
        frame.snapshots().forEach(sink);
    }

    /**
     * All of it in one transaction: the server takes in every piece before it carries out the first, and none if the session
     * came into being meanwhile.
     */
    void imported(String sessionId, Iterable<? extends SessionPart> parts) {
        home.limits().checkSession(sessionId);
        SessionKeys session = home.keys().session(sessionId);
        home.commands().creating(List.of(session.count(), session.clear(), session.log()), transaction -> {
            List<@Nullable Object> there =
                    transaction.read(Command.of("MGET", session.count(), session.clear()), Command.of("TIME"));
            checkAbsent(sessionId, Replies.list(there.get(0)));
            String given = home.now();
            long nowMs = given.isEmpty() ? Presences.serverTime(there.get(1)) : Long.parseLong(given);
            SessionParts checks = new SessionParts(sessionId, home.limits());
            Importing importing = new Importing(home.keys(), session, nowMs, transaction);
            for (SessionPart part : parts) {
                checks.check(part);
                importing.take(part);
            }
            checks.end();
            importing.end();
            if (!home.coming().during(sessionId, importing::work, transaction::commit)) {
                throw taken(sessionId);
            }
            return null;
        });
        home.hints().workCameUp();
    }

    private static void checkAbsent(String sessionId, List<@Nullable Object> bounds) {
        if (bounds.get(0) != null || bounds.get(1) != null) {
            throw taken(sessionId);
        }
    }

    private static StoreException taken(String sessionId) {
        return StoreException.invalid(
                Words.session(sessionId) + " has events already; import it into a store that does not have it");
    }
}
