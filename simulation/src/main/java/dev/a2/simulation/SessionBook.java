package dev.a2.simulation;

import dev.a2.store.ClearResult;
import dev.a2.store.Event;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import dev.a2.store.RedriveRequest;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The books of one session's lifetime. */
final class SessionBook {
    private final String session;
    private final TreeMap<Long, Event> events = new TreeMap<>();
    private final Map<String, Long> ids = new HashMap<>();
    private final Map<HeadRef, HeadBook> heads = new LinkedHashMap<>();
    private long frontier;
    private long marker;

    SessionBook(String session) {
        this.session = session;
    }

    boolean knows(Event event) {
        return event.index() <= frontier;
    }

    /** Whether the event, read without its cause, is the one that stands at its index, if that is of this lifetime. */
    boolean agreesWith(Event event) {
        Event known = events.get(event.index());
        return known == null || known.withoutCause().equals(event.withoutCause());
    }

    HeadBook head(HeadRef ref) {
        return heads.computeIfAbsent(ref, one -> new HeadBook(session, one));
    }

    /** Events that an append or a completion returned, new or stored before. */
    void stored(List<Event> batch) {
        for (Event event : batch) {
            if (knows(event)) {
                Event known = events.get(event.index());
                check("I2", known != null && known.equals(event), "answered " + event + " where it holds " + known);
            } else {
                check("I1", event.index() == frontier + 1, "went from " + frontier + " to " + event.index());
                Long before = ids.putIfAbsent(event.id(), event.index());
                check("I3", before == null, "holds the id " + event.id() + " at " + before + " and " + event.index());
                frontier = event.index();
                events.put(frontier, event);
            }
        }
    }

    void claimed(Head head, long nowMs) {
        check("I10", head.event().index() > marker, "let " + head.ref() + " from before its marker be claimed");
        check("I2", head.event().equals(events.get(head.event().index())), "claims show another event " + head);
        if (head.lane() != null) {
            HeadBook open = earlier(head.ref());
            check("I7", open == null, "let " + head.ref() + " be claimed before the end of " + open);
        }
        head(head.ref()).claim(head, nowMs);
    }

    private @Nullable HeadBook earlier(HeadRef ref) {
        return heads.values().stream()
                .filter(one -> one.ref.consumer().equals(ref.consumer())
                        && ref.lane() != null
                        && ref.lane().equals(one.ref.lane())
                        && one.ref.index() < ref.index()
                        && !one.isOver())
                .findFirst()
                .orElse(null);
    }

    void redriven(RedriveRequest request) {
        heads.values().stream()
                .filter(one -> one.ref.index() == request.index()
                        && one.ref.consumer().equals(request.consumer())
                        && one.isDead())
                .findFirst()
                .orElseThrow(() -> new Broken("DL-3", session + " redrove what is no dead letter: " + request))
                .redrive(request.action() == RedriveRequest.Action.SKIP);
    }

    /** A clear that finds nothing to clear answers with what it found (CLR-2, CLR-3). */
    void cleared(ClearResult result) {
        if (result.cleared() && result.index() > frontier) {
            check(
                    "CLR-4",
                    result.index() == frontier + 1,
                    "went from " + frontier + " to the marker " + result.index());
            frontier = result.index();
            marker = result.index();
            events.clear();
            ids.clear();
            heads.clear();
        }
    }

    private void check(String rule, boolean holds, String what) {
        if (!holds) {
            throw new Broken(rule, session + " " + what);
        }
    }
}
