package dev.a2.examples.orders;

import dev.a2.A2;
import dev.a2.Contract;
import dev.a2.Reducer;
import dev.a2.Session;
import dev.a2.store.SessionStore;
import dev.a2.store.sql.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** An order is placed, paid and shipped: each step once, whenever the program is killed and started again. */
public final class Orders {
    sealed interface OrderEvent {}

    record Placed(String sku, int quantity) implements OrderEvent {}

    record Paid(String receipt) implements OrderEvent {}

    record Shipped(String parcel) implements OrderEvent {}

    record Order(String status, int pieces) {}

    static final Reducer<OrderEvent, Order> ORDER =
            Reducer.of("order", Order.class, new Order("new", 0), (order, event) -> switch (event) {
                case Placed placed -> new Order("placed", placed.quantity());
                case Paid paid -> new Order("paid", order.pieces());
                case Shipped shipped -> new Order("shipped", order.pieces());
            });

    static final Contract<OrderEvent> CONTRACT = Contract.of("orders", OrderEvent.class)
            .reducer(ORDER)
            .on(Placed.class, (placed, context) -> List.of(new Paid("receipt " + context.idempotencyKey())))
            .lane(
                    "shipping",
                    order -> "warehouse",
                    lane -> lane.on(
                            Paid.class,
                            (paid, context) -> List.of(new Shipped(
                                    "parcel of " + context.state(ORDER).pieces()))))
            .build();

    public static void main(String[] args) {
        try (SessionStore store = SqliteStore.open(Path.of("orders.db"));
                A2<OrderEvent> a2 = A2.open(CONTRACT, store)) {
            Session<OrderEvent> order = a2.session("order-17");
            order.append("placed", new Placed("sku-1", 2));
            order.settle(Duration.ofSeconds(10)).orThrow();
            order.history().forEach(event -> System.out.println(event.index() + " " + event.event()));
            System.out.println(order.state(ORDER));
        }
    }
}
