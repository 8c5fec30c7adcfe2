package dev.a2.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.Contract;
import dev.a2.Recorded;
import dev.a2.Reducer;
import dev.a2.RetryPolicy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TestA2Test {
    sealed interface OrderEvent {}

    record Placed(String sku, int quantity) implements OrderEvent {}

    record Paid(int amount) implements OrderEvent {}

    record Reminded() implements OrderEvent {}

    record Order(int quantity, boolean isPaid) {}

    static final Reducer<OrderEvent, Order> ORDER =
            Reducer.of("order", Order.class, new Order(0, false), (order, event) -> switch (event) {
                case Placed placed -> new Order(placed.quantity(), false);
                case Paid paid -> new Order(order.quantity(), true);
                case Reminded reminded -> order;
            });

    static Contract<OrderEvent> contract() {
        return Contract.of("orders", OrderEvent.class)
                .reducer(ORDER)
                .on(Placed.class, (placed, context) -> {
                    if (placed.quantity() < 0) {
                        throw new IllegalArgumentException("negative quantity");
                    }
                    context.schedule(new Reminded(), Duration.ofDays(30));
                    return List.of(new Paid(placed.quantity() * 10));
                })
                .handlers(handlers -> handlers.retry(RetryPolicy.fixed(3, Duration.ofMinutes(1))))
                .build();
    }

    @Test
    @DisplayName("RT-18 a test appends, drains and expects")
    void appendsAndExpects() {
        try (TestA2<OrderEvent> test = TestA2.of(contract())) {
            test.session("order-17").append(new Placed("sku-1", 2));

            test.expect("order-17")
                    .events(new Placed("sku-1", 2), new Paid(20))
                    .eventsInclude(new Paid(20))
                    .count(Paid.class, 1)
                    .state(ORDER, new Order(2, true))
                    .stateMatches(ORDER, Order::isPaid)
                    .settled();
            test.expect("other").noEvents().settled();
        }
    }

    @Test
    @DisplayName("RT-18 advancing fires timers and retries at their times")
    void advances() {
        try (TestA2<OrderEvent> test = TestA2.of(contract())) {
            test.given("good", new Placed("a", 1)).given("bad", new Placed("b", -1));

            test.advance(Duration.ofMinutes(1)).expect("bad").noDeadLetters();
            test.advance(Duration.ofMinutes(1))
                    .expect("bad")
                    .events(new Placed("b", -1))
                    .deadLetter("a2.handlers", 1, "negative quantity");
            test.advance(Duration.ofDays(30).minusMinutes(3)).expect("good").count(Reminded.class, 0);
            test.advance(Duration.ofMinutes(1))
                    .expect("good")
                    .count(Reminded.class, 1)
                    .settled();
        }
    }

    @Test
    @DisplayName("RT-18 a restart keeps events, timers and dead letters")
    void restarts() {
        try (TestA2<OrderEvent> before = TestA2.of(contract())) {
            before.given("s", new Placed("a", 1));

            try (TestA2<OrderEvent> after = before.restart(contract())) {
                after.advance(Duration.ofDays(31));
                after.expect("s")
                        .events(new Placed("a", 1), new Paid(10), new Reminded())
                        .settled();
            }
        }
    }

    @Test
    @DisplayName("RT-18 two runs of one test are the same, ids included")
    void deterministic() {
        assertThat(run()).isEqualTo(run());
    }

    private static List<String> run() {
        try (TestA2<OrderEvent> test = TestA2.of(contract())) {
            for (int i = 0; i < 20; i++) {
                test.session("s" + i % 3).append(new Placed("a", i));
            }
            test.advance(Duration.ofDays(40));
            return test.session("s0").rawHistory(0).map(Object::toString).toList();
        }
    }

    @Test
    @DisplayName("RT-18 an expectation that is not met says what is there instead")
    void failures() {
        try (TestA2<OrderEvent> test = TestA2.of(contract())) {
            test.given("s", new Placed("a", 1), new Placed("b", -1));
            SessionExpectations<OrderEvent> expect = test.expect("s");

            assertThatThrownBy(() -> expect.events(new Placed("a", 1)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("expected session s to have the events")
                    .hasMessageContaining("Paid[amount=10]");
            assertThatThrownBy(() -> expect.eventsInclude(new Paid(10), new Placed("a", 1)))
                    .isInstanceOf(AssertionError.class);
            assertThatThrownBy(() -> expect.count(Paid.class, 2)).hasMessageContaining("but there are 1 in");
            assertThatThrownBy(expect::noEvents).isInstanceOf(AssertionError.class);
            assertThatThrownBy(() -> expect.state(ORDER, new Order(9, false))).hasMessageContaining("Order[quantity=");
            assertThatThrownBy(() -> expect.stateMatches(ORDER, order -> false)).isInstanceOf(AssertionError.class);
            assertThatThrownBy(expect::settled).hasMessageContaining("somebody still has work");
            assertThatThrownBy(() -> expect.deadLetter("a2.handlers", 2, "negative"))
                    .hasMessageContaining("nothing");
            test.advance(Duration.ofHours(1));
            assertThatThrownBy(() -> test.expect("s").noDeadLetters()).hasMessageContaining("negative quantity");
            assertThat(test.session("s").history().map(Recorded::event)).hasSize(3);
        }
    }
}
