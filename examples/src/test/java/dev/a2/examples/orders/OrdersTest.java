package dev.a2.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.A2;
import dev.a2.Session;
import dev.a2.examples.orders.Orders.Order;
import dev.a2.examples.orders.Orders.OrderEvent;
import dev.a2.examples.orders.Orders.Placed;
import dev.a2.store.SessionStore;
import dev.a2.store.memory.MemoryStore;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The first program works. */
final class OrdersTest {
    @Test
    void anOrderIsPlacedPaidAndShipped() {
        try (SessionStore store = MemoryStore.open();
                A2<OrderEvent> a2 = A2.open(Orders.CONTRACT, store)) {
            Session<OrderEvent> order = a2.session("order-1");

            order.append("placed", new Placed("sku-1", 2));
            order.append("placed", new Placed("sku-1", 2));
            order.settle(Duration.ofSeconds(10)).orThrow();

            assertThat(order.state(Orders.ORDER)).isEqualTo(new Order("shipped", 2));
            assertThat(order.history()).hasSize(3);
        }
    }
}
