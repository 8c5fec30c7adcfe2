package dev.a2.cli;

import dev.a2.A2;
import dev.a2.A2Options;
import dev.a2.Reducer;
import dev.a2.Session;
import dev.a2.examples.webhooks.GitHubEvent;
import dev.a2.examples.webhooks.Webhooks;
import dev.a2.store.Event;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a demo left, without what may differ from run to run: when things were handled, in which of several attempts, and
 * how the deeds of different consumers came to lie in the log.
 *
 * @param events the events of each session by type, with their payloads, in the order of the log; deliveries with their ids
 * @param states the states of each session by reducer
 * @param left dead letters, heads and findings of verify; empty if all is well
 */
record DemoOutcome(
        Map<String, Map<String, List<String>>> events, Map<String, Map<String, Object>> states, List<String> left) {
    /** Cards come from several sessions at once, so only their number and contents are the same. */
    private static final String CARD = "card-moved";

    static DemoOutcome of(String url) {
        Map<String, Map<String, List<String>>> events = new TreeMap<>();
        Map<String, Map<String, Object>> states = new TreeMap<>();
        List<String> left = new ArrayList<>();
        try (SessionStore store = StoreUrl.parse(url, Path.of("")).open();
                A2<GitHubEvent> a2 =
                        A2.open(Webhooks.contract(), store, A2Options.defaults().workers(false))) {
            for (SessionBounds bounds : store.sessions(null, 1000).sessions()) {
                Session<GitHubEvent> session = a2.session(bounds.sessionId());
                events.put(session.id(), events(session));
                states.put(session.id(), states(session, a2));
                session.deadLetters().forEach(dead -> left.add("dead: " + dead));
                session.cursors().stream()
                        .filter(cursor -> cursor.head() != null)
                        .forEach(cursor -> left.add("not handled: " + cursor));
                store.verify(session.id()).forEach(finding -> left.add(finding.toString()));
            }
        }
        return new DemoOutcome(events, states, left);
    }

    private static Map<String, List<String>> events(Session<GitHubEvent> session) {
        Map<String, List<String>> byType = new TreeMap<>();
        session.rawHistory(0)
                .forEach(event -> byType.computeIfAbsent(group(event), type -> new ArrayList<>())
                        .add(content(event)));
        byType.computeIfPresent(CARD, (type, cards) -> cards.stream().sorted().toList());
        byType.computeIfPresent(
                "profile-found", (type, profiles) -> profiles.stream().sorted().toList());
        return byType;
    }

    /** Deliveries are one group: their order among each other is the same in each run. */
    private static String group(Event event) {
        return isDelivery(event) ? "deliveries" : event.type();
    }

    private static String content(Event event) {
        return isDelivery(event)
                ? event.id() + " " + event.type() + " " + event.payload().hashCode()
                : event.payload().text();
    }

    private static boolean isDelivery(Event event) {
        return event.id().startsWith("delivery-");
    }

    private static Map<String, Object> states(Session<GitHubEvent> session, A2<GitHubEvent> a2) {
        Map<String, Object> states = new TreeMap<>();
        for (Reducer<GitHubEvent, ?> reducer : a2.contract().reducers().values()) {
            states.put(reducer.name(), session.state(reducer));
        }
        return states;
    }
}
