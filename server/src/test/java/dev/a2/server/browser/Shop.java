package dev.a2.server.browser;

import dev.a2.Contract;
import dev.a2.EventType;
import dev.a2.Reducer;
import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.CompleteRequest;
import dev.a2.store.CompleteResult;
import dev.a2.store.Event;
import dev.a2.store.FailRequest;
import dev.a2.store.Head;
import dev.a2.store.NewEvent;
import dev.a2.store.Served;
import dev.a2.store.SessionStore;
import dev.a2.store.Target;
import dev.a2.store.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** A shop whose orders are paid, packed and mailed: a session with causes, lanes, retries and trouble, step by step. */
final class Shop {
    /** What happens in it. */
    sealed interface ShopEvent {}

    @EventType("order.placed")
    record Placed(String order) implements ShopEvent {}

    @EventType("payment.captured")
    record Captured(String order) implements ShopEvent {}

    @EventType("parcel.packed")
    record Packed(String order) implements ShopEvent {}

    @EventType("mail.sent")
    record Mailed(String order) implements ShopEvent {}

    /** Where each open order stands, and how many were finished. */
    record Orders(SortedMap<String, String> open, int finished) {
        Orders after(ShopEvent event) {
            SortedMap<String, String> next = new TreeMap<>(open);
            int done = finished;
            switch (event) {
                case Placed placed -> next.put(placed.order(), "placed");
                case Captured captured -> next.put(captured.order(), "paid");
                case Packed packed -> next.put(packed.order(), "packed");
                case Mailed mailed -> {
                    next.remove(mailed.order());
                    done++;
                }
            }
            return new Orders(next, done);
        }
    }

    /** The events and the state; the work is done by the test. */
    static final Contract<ShopEvent> CONTRACT = Contract.of("shop", ShopEvent.class)
            .reducer(Reducer.<ShopEvent, Orders>of(
                    "orders", Orders.class, new Orders(new TreeMap<>(), 0), Orders::after))
            .build();

    private static final Duration LEASE = Duration.ofMinutes(2);

    private final SessionStore store;
    private final String session;

    Shop(SessionStore store, String session) {
        this.store = store;
        this.session = session;
    }

    /** An order comes in: billing must handle it. */
    Event place(String order) {
        return append(event("order.placed", order).to(Target.each("billing")));
    }

    Event append(NewEvent event) {
        return store.append(AppendRequest.of(session, event)).events().getFirst();
    }

    /** Takes the next head of a consumer. */
    AttemptRef claim(String consumer) {
        return claim(consumer, "worker-1", LEASE);
    }

    AttemptRef claim(String consumer, String holder, Duration lease) {
        ClaimRequest request = ClaimRequest.of(session, holder, When.after(lease))
                .serving(Served.named(consumer))
                .limit(1);
        if (store.claimAvailable(request) instanceof ClaimResult.Claimed claimed) {
            Head head = claimed.heads().getFirst();
            return head.attempt();
        }
        throw new AssertionError("nothing to do for " + consumer);
    }

    /** Ends an attempt with events that it made. */
    List<Event> complete(AttemptRef attempt, NewEvent... made) {
        List<NewEvent> events = new ArrayList<>();
        for (NewEvent event : made) {
            String id = attempt.consumer() + "-" + attempt.index() + "-" + events.size();
            events.add(new NewEvent(id, event.type(), event.payload(), attempt, event.targets()));
        }
        CompleteRequest request = new CompleteRequest(session, attempt, events, Served.ALL, null);
        if (store.completeAttempt(request) instanceof CompleteResult.Completed completed) {
            return completed.events();
        }
        throw new AssertionError(attempt + " is superseded");
    }

    /** Ends the next attempt of a consumer badly; at the last failure it is a dead letter. */
    void fail(String consumer, String error, int maxFailures) {
        store.failAttempt(new FailRequest(session, claim(consumer), error, maxFailures, null));
    }

    /** The whole way of some orders: placed, paid, packed in one of two lanes, mailed. */
    void run(int orders) {
        for (int i = 0; i < orders; i++) {
            String order = "A-" + (1000 + i);
            place(order);
            String lane = i % 2 == 0 ? "north" : "south";
            complete(claim("billing"), event("payment.captured", order).to(Target.lane("shipping", lane)));
            complete(claim("shipping"), event("parcel.packed", order).to(Target.lane("mailer", "")));
            complete(claim("mailer"), event("mail.sent", order));
        }
    }

    static NewEvent event(String type, String order) {
        String payload = "{\"order\": \"" + order
                + "\", \"total\": 12345678901234567890.10, \"items\": [{\"sku\": \"kettle-14\"}]}";
        return NewEvent.of(null, type, Json.of(payload));
    }
}
