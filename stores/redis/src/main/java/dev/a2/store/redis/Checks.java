package dev.a2.store.redis;

import dev.a2.store.Event;
import dev.a2.store.EventLog;
import dev.a2.store.Finding;
import dev.a2.store.SessionPart;
import dev.a2.store.SessionPart.Bounds;
import dev.a2.store.SessionPart.HeadPart;
import dev.a2.store.SessionPart.Pin;
import dev.a2.store.SessionPart.State;
import dev.a2.store.SessionParts;
import dev.a2.store.StoreException;
import dev.a2.store.redis.Keys.SessionKeys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks one session's keys against the invariants: they must make a whole and sound session, as an import would demand it
 * (I1, I6, I7, SNP-5), and what follows from the rest must be there (I3, I8, I12, WRK-1). The events are read in pages behind
 * the rest, so a session that is cleared meanwhile is looked at again.
 */
final class Checks {
    private final Home home;
    private final Transfers transfers;
    private final WorkMarks marks;

    Checks(Home home, Transfers transfers, WorkMarks marks) {
        this.home = home;
        this.transfers = transfers;
        this.marks = marks;
    }

    List<Finding> verify(String sessionId) {
        home.limits().checkSession(sessionId);
        SessionKeys session = home.keys().session(sessionId);
        List<Finding> findings = look(session);
        return findings.isEmpty() ? findings : look(session);
    }

    private List<Finding> look(SessionKeys session) {
        List<Finding> findings = new ArrayList<>();
        foreignKeys(session, findings);
        Frame frame = findings.isEmpty() ? Frame.of(home, session) : null;
        if (frame == null) {
            return findings;
        }
        Bounds bounds = frame.bounds();
        gaps(session, bounds, findings);
        if (findings.isEmpty()) {
            soundness(session, frame, findings);
        }
        pins(session, frame, findings);
        workMarks(session, frame, findings);
        return findings;
    }

    /** Keys of another type, which operations take for absent (F10). */
    private void foreignKeys(SessionKeys session, List<Finding> findings) {
        List<String> names = List.of("count", "clear", "typed");
        List<Command> commands = names.stream()
                .map(name -> Command.of("GET", (Object) session.of(name)))
                .toList();
        List<@Nullable Object> replies = home.commands().send(session.count(), commands);
        for (int i = 0; i < names.size(); i++) {
            if (Failures.is("WRONGTYPE", replies.get(i))) {
                found(
                        findings,
                        session,
                        "I1",
                        "the key \"" + names.get(i) + "\" holds no text, so it counts as absent");
            } else {
                Failures.checked(commands.get(i), replies.get(i));
            }
        }
    }

    /** I1, I3. */
    private void gaps(SessionKeys session, Bounds bounds, List<Finding> findings) {
        long after = Math.max(1, bounds.clearIndex()) - 1;
        while (after < bounds.frontier()) {
            long through = Math.min(after + EventLog.PAGE, bounds.frontier());
            Command range = Command.of("XRANGE", session.log(), after + 1, through);
            Map<Long, Event> events = new HashMap<>();
            Entries.events(session.sessionId(), home.commands().run(session.count(), range))
                    .forEach(event -> events.put(event.index(), event));
            for (long index = after + 1; index <= through; index++) {
                if (!events.containsKey(index)) {
                    found(findings, session, "I1", "the event at index " + index + " is missing");
                }
            }
            ids(session, bounds, List.copyOf(events.values()), findings);
            after = through;
        }
    }

    private void ids(SessionKeys session, Bounds bounds, List<Event> events, List<Finding> findings) {
        Command command = Command.of("MGET");
        events.forEach(event -> command.raw(session.of("id:" + event.id())));
        if (events.isEmpty()) {
            return;
        }
        List<@Nullable Object> named = Replies.list(home.commands().run(session.count(), command));
        for (int i = 0; i < events.size(); i++) {
            Event event = events.get(i);
            boolean mayBeUnnamed = event.index() == bounds.clearIndex();
            if (!mayBeUnnamed && Replies.numberOr(named.get(i), 0) != event.index()) {
                found(
                        findings,
                        session,
                        "I3",
                        "the id \"" + event.id() + "\" of index " + event.index() + " is not recorded for it");
            }
        }
    }

    /** I6, I7, SNP-5: what no import would take. */
    private void soundness(SessionKeys session, Frame frame, List<Finding> findings) {
        SessionParts parts = new SessionParts(session.sessionId(), Frame.anySize());
        try {
            transfers.export(session, frame, (SessionPart part) -> parts.check(part));
            parts.end();
        } catch (StoreException e) {
            found(findings, session, "I7", String.valueOf(e.getMessage()));
        }
    }

    /** I12. */
    private void pins(SessionKeys session, Frame frame, List<Finding> findings) {
        Map<Pin, Integer> counted = new HashMap<>();
        frame.heads().forEach(head -> head.pins().forEach(pin -> counted.merge(pin, 1, Integer::sum)));
        if (!counted.equals(frame.pinCounts())) {
            found(findings, session, "I12", "pins are counted " + frame.pinCounts() + ", but heads pin " + counted);
        }
    }

    /** I8, WRK-1. */
    private void workMarks(SessionKeys session, Frame frame, List<Finding> findings) {
        Set<String> live = frame.heads().stream()
                .filter(head -> head.state() == State.LIVE)
                .map((HeadPart head) -> head.head().consumer())
                .collect(Collectors.toSet());
        Set<String> marked = marks.marked(session.sessionId(), live);
        for (String consumer : live) {
            if (!marked.contains(consumer)) {
                found(
                        findings,
                        session,
                        "WRK-1",
                        "consumer \"" + consumer + "\" has a live head, but no mark in the work index");
            }
        }
    }

    private static void found(List<Finding> findings, SessionKeys session, String rule, String message) {
        findings.add(new Finding(session.sessionId(), rule, message));
    }
}
