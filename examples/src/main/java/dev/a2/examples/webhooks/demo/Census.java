package dev.a2.examples.webhooks.demo;

import dev.a2.store.AttemptRef;
import dev.a2.store.Event;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionPage;
import dev.a2.store.SessionStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is in the store, counted: all figures of the demo come from here, so they are the same however often it was killed on
 * the way. Each look reads only what is new.
 */
final class Census {
    private static final int PAGE = 100;

    private record HeadKey(String session, String consumer, String lane, long index) {}

    private final SessionStore store;
    private final Map<String, List<Fact>> sessions = new TreeMap<>();

    Census(SessionStore store) {
        this.store = store;
    }

    /** Looks again. */
    synchronized Census look() {
        String from = null;
        do {
            SessionPage page = store.sessions(from, PAGE);
            page.sessions().forEach(this::look);
            from = page.next();
        } while (from != null);
        return this;
    }

    private void look(SessionBounds bounds) {
        List<Fact> facts = sessions.computeIfAbsent(bounds.sessionId(), id -> new ArrayList<>());
        if (facts.size() < bounds.frontier()) {
            for (Event event : store.read(bounds.sessionId(), facts.size(), bounds.frontier())) {
                facts.add(Fact.of(event));
            }
        }
    }

    /** The names of all sessions, sorted. */
    synchronized List<String> sessions() {
        return List.copyOf(sessions.keySet());
    }

    /** All events of all sessions. */
    synchronized List<Fact> facts() {
        return sessions.values().stream().flatMap(List::stream).toList();
    }

    /** The events of one session. */
    synchronized List<Fact> facts(String session) {
        return List.copyOf(sessions.getOrDefault(session, List.of()));
    }

    /** Whether an event of this id was there at the last look. */
    synchronized boolean knows(String session, String id) {
        return sessions.getOrDefault(session, List.of()).stream()
                .anyMatch(fact -> fact.id().equals(id));
    }

    /** How many deliveries are in. */
    int deliveries() {
        return (int) facts().stream().filter(Fact::isDelivery).count();
    }

    /** How many events follow from a delivery: what handlers did. */
    int handled() {
        return (int) facts().stream()
                .filter(fact -> !fact.isDelivery() && fact.delivery() != null)
                .count();
    }

    /** How many attempts were made beyond the first, as the causes of events tell. */
    int retried() {
        Map<HeadKey, Integer> attempts = new HashMap<>();
        for (Fact fact : facts()) {
            AttemptRef cause = fact.cause();
            if (cause != null) {
                String lane = cause.lane() == null ? "#" : "L" + cause.lane();
                attempts.merge(
                        new HeadKey(fact.session(), cause.consumer(), lane, cause.index()), cause.attempt(), Math::max);
            }
        }
        return attempts.values().stream().mapToInt(last -> last - 1).sum();
    }

    /** How many events there are of a type. */
    int count(String type) {
        return (int) facts().stream().filter(fact -> fact.type().equals(type)).count();
    }
}
