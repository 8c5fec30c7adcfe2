package dev.a2.examples.webhooks.demo;

import dev.a2.store.AttemptRef;
import dev.a2.store.Event;
import dev.a2.store.Reserved;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the census remembers of a stored event.
 *
 * @param delivery the delivery that it is, or follows from; null for neither
 */
record Fact(
        String session,
        long index,
        String id,
        String type,
        @Nullable String delivery,
        @Nullable AttemptRef cause) {
    private static final String DELIVERY = "delivery-";

    static Fact of(Event event) {
        return new Fact(event.sessionId(), event.index(), event.id(), event.type(), deliveryOf(event), event.cause());
    }

    private static @Nullable String deliveryOf(Event event) {
        if (event.id().startsWith(DELIVERY)) {
            return event.id();
        }
        JsonNode payload = JsonMapper.shared().readTree(event.payload().text());
        // A timer holds the event that it will append.
        JsonNode holder = event.type().equals(Reserved.TIMER_TYPE) ? payload.path("payload") : payload;
        return holder.path("delivery").asStringOpt().orElse(null);
    }

    boolean isDelivery() {
        return id.startsWith(DELIVERY);
    }
}
