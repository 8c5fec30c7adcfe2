package dev.a2;

import dev.a2.store.Reserved;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.Target;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What can happen in a session, and who reacts: event types, reducers and consumers, under a name. A value; open it on a
 * store with {@link A2#open}.
 *
 * <pre>{@code
 * Contract<OrderEvent> contract = Contract.of("orders", OrderEvent.class)
 *     .reducer(ORDER)
 *     .on(Placed.class, (placed, context) -> List.of(new Paid(payments.charge(context.idempotencyKey(), placed))))
 *     .lane("shipping", Orders::warehouse, lane -> lane.on(Paid.class, this::ship).retry(RetryPolicy.defaults()))
 *     .log("audit", log -> log.raw((event, context) -> audit.write(event)).backfill())
 *     .build();
 * }</pre>
 *
 * @param <E> the sealed interface that the events implement
 */
public final class Contract<E> {
    private final String name;
    private final EventTypes<E> types;
    private final Map<String, Reducer<E, ?>> reducers;
    private final List<ConsumerDefinition<E>> consumers;
    private final Served served;

    Contract(
            String name,
            EventTypes<E> types,
            Map<String, Reducer<E, ?>> reducers,
            List<ConsumerDefinition<E>> consumers) {
        this.name = name;
        this.types = types;
        this.reducers = reducers;
        this.consumers = List.copyOf(consumers);
        List<ServedConsumer> all = new ArrayList<>();
        consumers.forEach(consumer -> all.add(consumer.served(types)));
        all.add(ServedConsumer.of(Reserved.TIMERS));
        this.served = new Served(all);
    }

    /**
     * Begins a contract.
     *
     * @param events a sealed interface of records
     */
    public static <E> ContractBuilder<E> of(String name, Class<E> events) {
        return new ContractBuilder<>(name, events);
    }

    /** A contract that knows no events: sessions are appended to raw, read and fed, and nobody reacts. */
    public static Contract<Object> untyped(String name) {
        return new Contract<>(name, new EventTypes<>(Map.of(), Map.of(), Map.of()), Map.of(), List.of());
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** The wire names of its events, in order of declaration. */
    public List<String> eventTypes() {
        return List.copyOf(types.names().values());
    }

    /** Its reducers by the name that their snapshots are stored under. */
    public Map<String, Reducer<E, ?>> reducers() {
        return Collections.unmodifiableMap(reducers);
    }

    /** The reducer of this name in its newest version, or the one whose snapshots are stored under it. */
    public Optional<Reducer<E, ?>> reducer(String name) {
        Reducer<E, ?> exact = reducers.get(name);
        Optional<Reducer<E, ?>> newest = reducers.values().stream()
                .filter(reducer -> reducer.name().equals(name))
                .max(Comparator.comparingInt(Reducer::version));
        return newest.or(() -> Optional.ofNullable(exact));
    }

    /** What a deployment of it serves: its consumers, and the reserved one of timers. */
    public Served served() {
        return served;
    }

    EventTypes<E> types() {
        return types;
    }

    List<ConsumerDefinition<E>> consumers() {
        return consumers;
    }

    /** Who must handle this event. */
    List<Target> targets(E event) {
        List<Target> targets = new ArrayList<>();
        for (ConsumerDefinition<E> consumer : consumers) {
            consumer.target(event).ifPresent(targets::add);
        }
        return targets;
    }

    /** Fails for a reducer that is not one of these. */
    void requireReducer(Reducer<E, ?> reducer) {
        if (!reducer.equals(reducers.get(reducer.snapshotName()))) {
            Set<String> known = reducers.keySet();
            throw new IllegalArgumentException("reducer " + reducer.snapshotName() + " is not part of contract " + name
                    + ", which has " + (known.isEmpty() ? "none" : String.join(", ", known)));
        }
    }
}
