package dev.a2.examples.webhooks.demo;

import dev.a2.examples.webhooks.Delivery;
import dev.a2.examples.webhooks.GitHubEvent.*;
import dev.a2.examples.webhooks.Webhooks;
import dev.a2.store.Reserved;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What must be in the store in the end, said once more and in other words than the contract's: which event each delivery
 * is, and which ones follow from it, each exactly once and in which session.
 *
 * @param events how often it must be there, always 1, by event
 * @param reactions how many of them follow from a delivery
 */
record Expected(Map<Item, Integer> events, int reactions) {
    /**
     * An event that must be there.
     *
     * @param delivery the delivery that it is, or follows from
     */
    record Item(String session, String type, String delivery) {}

    static Expected of(Collection<Delivery> deliveries) {
        Map<Item, Integer> events = new LinkedHashMap<>();
        for (Delivery delivery : deliveries) {
            String session = delivery.session();
            events.put(new Item(session, delivery.type(), delivery.id()), 1);
            Told told = Webhooks.read(delivery.type(), delivery.payload()).orElseThrow();
            if (told instanceof Contribution) {
                events.put(new Item(session, "profile-found", delivery.id()), 1);
            }
            if (told instanceof OnThread
                    || told instanceof Pushed
                    || told instanceof Released
                    || told instanceof AlertChanged) {
                events.put(new Item(session, "notified", delivery.id()), 1);
            }
            if (told instanceof Lifecycle moved) {
                events.put(new Item(moved.repository(), "card-moved", delivery.id()), 1);
            }
            if (told instanceof ReviewRequested) {
                events.put(new Item(session, Reserved.TIMER_TYPE, delivery.id()), 1);
                events.put(new Item(session, "reminded", delivery.id()), 1);
            }
            if (told instanceof Sensitive) {
                events.put(new Item(session, "audited", delivery.id()), 1);
            }
        }
        return new Expected(events, events.size() - deliveries.size());
    }

    /** What is missing or there too often; nothing when all is well. */
    List<String> differences(Collection<Fact> facts) {
        Map<Item, Integer> left = new LinkedHashMap<>(events);
        for (Fact fact : facts) {
            if (fact.delivery() != null) {
                left.merge(new Item(fact.session(), fact.type(), fact.delivery()), -1, Integer::sum);
            }
        }
        return left.entrySet().stream()
                .filter(entry -> entry.getValue() != 0)
                .map(entry -> difference(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static String difference(Item item, int missing) {
        String what = item.type() + " of " + item.delivery() + " in " + item.session();
        return missing > 0 ? "missing: " + what : "doubled, or not expected: " + what;
    }
}
