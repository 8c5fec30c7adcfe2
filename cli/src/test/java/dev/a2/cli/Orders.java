package dev.a2.cli;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.CompleteRequest;
import dev.a2.store.FailRequest;
import dev.a2.store.Head;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.SessionStore;
import dev.a2.store.Target;
import dev.a2.store.When;
import java.time.Duration;
import java.util.List;

/** Sessions to look at. */
final class Orders {
    private Orders() {}

    static void append(SessionStore store, String session, NewEvent... events) {
        store.append(AppendRequest.of(session, events));
    }

    static NewEvent event(String id, String type, Target... targets) {
        return NewEvent.of(id, type, Json.of("{\"id\":\"" + id + "\"}")).to(targets);
    }

    /** Claims what these consumers can get. */
    static List<Head> claim(SessionStore store, String session, Duration lease, String... consumers) {
        ClaimRequest request =
                ClaimRequest.of(session, "worker-1", When.after(lease)).serving(Served.named(consumers));
        return ((ClaimResult.Claimed) store.claimAvailable(request)).heads();
    }

    static void complete(SessionStore store, String session, Head head, NewEvent... events) {
        store.completeAttempt(CompleteRequest.of(session, head.attempt(), events));
    }

    static void bury(SessionStore store, String session, Head head, String error) {
        store.failAttempt(new FailRequest(session, head.attempt(), error, 1, null));
    }

    /**
     * An order at work: placed, paid in answer to that, packed in answer to that; billing claimed, mail on hold, stock dead,
     * an audit that follows.
     */
    static void busy(Shell shell, String session) {
        try (SessionStore store = shell.store()) {
            ServedConsumer audit = ServedConsumer.log("audit", new LogOptions("", null, true));
            store.append(AppendRequest.of(
                            session,
                            event(
                                    "e1",
                                    "placed",
                                    Target.each("pay"),
                                    Target.lane("stock", "north"),
                                    Target.each("mail")))
                    .serving(Served.of(audit)));
            shell.advance(1_500);
            Head pay = claim(store, session, Duration.ofSeconds(10), "pay").get(0);
            complete(store, session, pay, event("e2", "paid", Target.each("pack"), Target.each("billing")));
            Head pack = claim(store, session, Duration.ofSeconds(10), "pack").get(0);
            complete(store, session, pack, event("e3", "packed"));
            Head stock = claim(store, session, Duration.ofSeconds(10), "stock").get(0);
            bury(
                    store,
                    session,
                    stock,
                    "java.lang.IllegalStateException: no stock\n\tat shop.Stock.take(Stock.java:17)");
            Head mail = claim(store, session, Duration.ofSeconds(10), "mail").get(0);
            store.failAttempt(
                    new FailRequest(session, mail.attempt(), "later", 5, When.after(Duration.ofMillis(4_200))));
            claim(store, session, Duration.ofSeconds(75), "billing");
        }
    }
}
