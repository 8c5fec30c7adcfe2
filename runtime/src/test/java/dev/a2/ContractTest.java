package dev.a2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.codec.JacksonCodec;
import dev.a2.codec.Json;
import dev.a2.store.Event;
import dev.a2.store.LogOptions;
import dev.a2.store.Reserved;
import dev.a2.store.ServedConsumer;
import dev.a2.store.Target;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContractTest {
    sealed interface OrderEvent {}

    @EventType(value = "order.placed", aliases = "order.created")
    record Placed(String sku, int quantity) implements OrderEvent {}

    record OrderPaid(String receipt) implements OrderEvent {}

    sealed interface Delivery extends OrderEvent {}

    record Shipped(String tracking) implements Delivery {}

    record Arrived() implements Delivery {}

    record Order(int quantity, boolean paid) {
        static final Order NEW = new Order(0, false);
    }

    static final Reducer<OrderEvent, Order> ORDER =
            Reducer.of("order", Order.class, Order.NEW, (order, event) -> switch (event) {
                case Placed placed -> new Order(placed.quantity(), false);
                case OrderPaid paid -> new Order(order.quantity(), true);
                case Delivery delivery -> order;
            });

    static Contract<OrderEvent> contract() {
        return Contract.of("orders", OrderEvent.class)
                .reducer(ORDER)
                .upcast("order.submitted", "order.created", Upcaster.object(node -> node.put("quantity", 1)))
                .on(Placed.class, (placed, context) -> List.of(new OrderPaid(context.idempotencyKey())))
                .effect(Shipped.class, (shipped, context) -> {})
                .lane(
                        "shipping",
                        event -> event instanceof OrderPaid paid ? paid.receipt() : null,
                        shipping -> shipping.on(OrderPaid.class, (paid, context) -> List.of(new Shipped("t")))
                                .retry(RetryPolicy.none()))
                .log("audit", audit -> audit.raw((event, context) -> {}).backfill())
                .log("deliveries", log -> log.effect(Delivery.class, (delivery, context) -> {}))
                .build();
    }

    @Test
    @DisplayName("RT-1 wire names come from the annotation or the simple class name")
    void wireNames() {
        assertThat(contract().eventTypes()).containsExactly("order.placed", "order-paid", "shipped", "arrived");
    }

    @Test
    @DisplayName("RT-1 aliases and chained upcasters read old events")
    void oldEventsAreRead() {
        Event old = new Event("s", 1, "id", "order.submitted", Json.of("{\"sku\":\"x\"}"), Instant.EPOCH, null);

        assertThat(contract().types().decode(old, new JacksonCodec())).contains(new Placed("x", 1));
    }

    @Test
    @DisplayName("RT-3 targets and served consumers follow from the contract")
    void targetsAndServed() {
        Contract<OrderEvent> contract = contract();

        assertThat(contract.targets(new Placed("x", 1))).containsExactly(Target.each("a2.handlers"));
        assertThat(contract.targets(new OrderPaid("r"))).containsExactly(Target.lane("shipping", "r"));
        assertThat(contract.served().list())
                .extracting(ServedConsumer::name)
                .containsExactly("a2.handlers", "shipping", "audit", "deliveries", "a2.timers");
        assertThat(contract.served().logs())
                .containsExactly(
                        ServedConsumer.log("audit", new LogOptions("", null, true)),
                        ServedConsumer.log("deliveries", new LogOptions("", Set.of("shipped", "arrived"), false)));
    }

    sealed interface Bad {}

    @EventType("a2.mine")
    record First() implements Bad {}

    @EventType("same")
    record Second() implements Bad {}

    @EventType("same")
    record Third() implements Bad {}

    @Test
    @DisplayName("a contract reports everything that is wrong with it at once")
    void allProblemsAtOnce() {
        ContractBuilder<Bad> builder = Contract.of("bad", Bad.class)
                .upcast("x", "nowhere", old -> old)
                .upcast("r", "t", old -> old)
                .upcast("t", "r", old -> old)
                .reducer(Reducer.of("r", String.class, "", (state, event) -> state))
                .reducer(Reducer.of("r", String.class, "", (state, event) -> state))
                .each("a2.each", each -> each.effect(First.class, (event, context) -> {}))
                .each(
                        "twice",
                        each -> each.effect(First.class, (event, context) -> {})
                                .effect(Bad.class, (event, context) -> {})
                                .backfill())
                .log("twice", log -> {});

        assertThatThrownBy(builder::build)
                .isInstanceOf(ContractException.class)
                .hasMessageContaining("a2.mine begins with a2.")
                .hasMessageContaining("event type same stands for both")
                .hasMessageContaining("x is upcast to nowhere")
                .hasMessageContaining("go round in a circle")
                .hasMessageContaining("two reducers r")
                .hasMessageContaining("consumer a2.each begins with")
                .hasMessageContaining("two handlers for " + First.class.getName())
                .hasMessageContaining("twice is no log consumer")
                .hasMessageContaining("two consumers twice")
                .hasMessageContaining("twice handles nothing");
    }

    @ParameterizedTest
    @ValueSource(strings = {Reserved.CLEAR_TYPE, Reserved.TIMER_TYPE, Reserved.HANDLERS, Reserved.TIMERS, "a2.other"})
    @DisplayName("RT-3 no name of a contract may be one of the engine's")
    void reservedNames(String name) {
        ContractBuilder<OrderEvent> builder = Contract.of("orders", OrderEvent.class)
                .event(Arrived.class, "arrived", name)
                .event(Shipped.class, name)
                .upcast(name, "arrived", old -> old)
                .reducer(Reducer.of(name, String.class, "", (state, event) -> state))
                .each(name, each -> each.effect(Placed.class, (event, context) -> {}))
                .lane(name, event -> "", lane -> lane.effect(Placed.class, (event, context) -> {}))
                .log(name, log -> log.raw((event, context) -> {}));

        assertThatThrownBy(builder::build)
                .isInstanceOfSatisfying(
                        ContractException.class,
                        e -> assertThat(e.problems())
                                .filteredOn(problem -> problem.contains(name + " begins with a2., which is reserved"))
                                .hasSize(7));
    }
}
