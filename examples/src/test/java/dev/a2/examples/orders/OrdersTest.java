package dev.a2.examples.orders;

import dev.a2.examples.orders.Orders.Order;
import dev.a2.examples.orders.Orders.OrderEvent;
import dev.a2.examples.orders.Orders.Placed;
import dev.a2.examples.orders.Orders.Shipped;
import dev.a2.testkit.TestA2;
import org.junit.jupiter.api.Test;

/** The first program works. */
final class OrdersTest {
    @Test
    void anOrderIsPlacedPaidAndShipped() {
        try (TestA2<OrderEvent> test = TestA2.of(Orders.CONTRACT)) {
            test.session("order-1").append("placed", new Placed("sku-1", 2));
            test.session("order-1").append("placed", new Placed("sku-1", 2));

            test.expect("order-1")
                    .eventsInclude(new Placed("sku-1", 2), new Shipped("parcel of 2"))
                    .count(OrderEvent.class, 3)
                    .state(Orders.ORDER, new Order("shipped", 2))
                    .settled();
        }
    }
}
