package dev.a2.tck;

import dev.a2.store.Event;
import dev.a2.store.ReadStateRequest;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Everything that can be read of a session, to compare with later. */
final class Picture {
    /** The reducers that the kit writes snapshots of. */
    private static final List<String> REDUCERS = List.of("r", "s");

    private static final int MOST_CAPS = 8;

    private Picture() {}

    static List<Object> of(SessionStore store, String session) {
        SessionBounds bounds = store.bounds(session);
        List<Event> events = store.read(session, 0, null);
        List<Object> seen = new ArrayList<>(List.of(bounds, events));
        seen.addAll(store.cursors(session));
        seen.addAll(store.deadLetters(session));
        for (String reducer : REDUCERS) {
            ReadStateRequest request = ReadStateRequest.of(session, reducer).through(bounds.clearIndex());
            for (long cap = Math.max(0, bounds.frontier() - MOST_CAPS); cap <= bounds.frontier(); cap++) {
                seen.add(store.readState(request.snapshotThrough(cap)));
            }
        }
        store.readPresence(session).stream()
                .map(Object::toString)
                .sorted(Comparator.naturalOrder())
                .forEach(seen::add);
        return seen;
    }
}
