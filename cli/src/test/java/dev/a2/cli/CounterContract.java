package dev.a2.cli;

import dev.a2.Contract;
import dev.a2.ContractProvider;
import dev.a2.Reducer;
import java.util.List;
import java.util.stream.Stream;

/** A contract that tests find as the demo's is found. */
public final class CounterContract implements ContractProvider {
    /** What can happen. */
    public sealed interface CounterEvent permits Added, Renamed {}

    /** The count grows. */
    public record Added(int by) implements CounterEvent {}

    /** The counter gets another name. */
    public record Renamed(String name) implements CounterEvent {}

    /** How the counter stands. */
    public record Counter(String name, long value, List<Integer> steps) {
        Counter add(int by) {
            return new Counter(
                    name,
                    value + by,
                    Stream.concat(steps.stream(), Stream.of(by)).toList());
        }
    }

    @Override
    public Contract<?> contract() {
        return Contract.of("counters", CounterEvent.class)
                .reducer(Reducer.of(
                        "counter", Counter.class, new Counter("", 0, List.of()), (counter, event) -> switch (event) {
                            case Added added -> counter.add(added.by());
                            case Renamed renamed -> new Counter(renamed.name(), counter.value(), counter.steps());
                        }))
                .lane("bell", event -> "all", bell -> bell.effect(Added.class, (event, context) -> {}))
                .build();
    }
}
