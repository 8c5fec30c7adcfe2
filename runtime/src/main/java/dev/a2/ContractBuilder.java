package dev.a2;

import dev.a2.ConsumerDefinition.Kind;
import dev.a2.store.Reserved;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Puts a contract together. Nothing is checked before {@link #build}, which reports everything at once.
 *
 * @param <E> the contract's events
 */
public final class ContractBuilder<E> {
    private final String name;
    private final Class<E> events;
    private final List<Consumer<EventTypes.Builder<E>>> types = new ArrayList<>();
    private final List<Reducer<E, ?>> reducers = new ArrayList<>();
    private final List<ConsumerBuilder<E>> consumers = new ArrayList<>();
    private final ConsumerBuilder<E> handlers = new ConsumerBuilder<>(Reserved.HANDLERS, Kind.EACH, null);

    ContractBuilder(String name, Class<E> events) {
        this.name = name;
        this.events = events;
    }

    /** Gives an event its wire name and aliases, instead of {@link EventType}; also adds one that is not sealed in. */
    public ContractBuilder<E> event(Class<? extends E> type, String wireName, String... aliases) {
        types.add(builder -> builder.add(type, wireName, aliases));
        return this;
    }

    /**
     * Reads payloads that were stored with an older type as those of a newer one, which may itself be upcast further
     * (RT-1). The chain must end at a type that a class stands for.
     */
    public ContractBuilder<E> upcast(String olderType, String newerType, Upcaster upcaster) {
        types.add(builder -> builder.upcast(olderType, newerType, upcaster));
        return this;
    }

    /** Adds a reducer. */
    public ContractBuilder<E> reducer(Reducer<E, ?> reducer) {
        reducers.add(reducer);
        return this;
    }

    /** Reacts to events of this type with events: an entry of the handlers table, {@value Reserved#HANDLERS} (RT-3). */
    public <T extends E> ContractBuilder<E> on(Class<T> type, Handler<E, T> handler) {
        handlers.on(type, handler);
        return this;
    }

    /** Reacts to events of this type with a deed: an entry of the handlers table, {@value Reserved#HANDLERS} (RT-3). */
    public <T extends E> ContractBuilder<E> effect(Class<T> type, Effect<E, T> effect) {
        handlers.effect(type, effect);
        return this;
    }

    /** Sets how the handlers table retries, its limits, or more handlers. */
    public ContractBuilder<E> handlers(Consumer<ConsumerBuilder<E>> settings) {
        settings.accept(handlers);
        return this;
    }

    /** Adds a consumer that handles each event by itself, many at once. */
    public ContractBuilder<E> each(String name, Consumer<ConsumerBuilder<E>> settings) {
        return add(new ConsumerBuilder<>(name, Kind.EACH, null), settings);
    }

    /**
     * Adds a consumer that handles events of one lane strictly one after the other, and lanes side by side.
     *
     * @param laneOf an event's lane (possibly empty), decided when it is appended; null: not for this consumer
     */
    public ContractBuilder<E> lane(
            String name, Function<? super E, @Nullable String> laneOf, Consumer<ConsumerBuilder<E>> settings) {
        return add(new ConsumerBuilder<>(name, Kind.LANE, laneOf), settings);
    }

    /** Adds a consumer that follows each session's log in order. */
    public ContractBuilder<E> log(String name, Consumer<ConsumerBuilder<E>> settings) {
        return add(new ConsumerBuilder<>(name, Kind.LOG, null), settings);
    }

    private ContractBuilder<E> add(ConsumerBuilder<E> consumer, Consumer<ConsumerBuilder<E>> settings) {
        settings.accept(consumer);
        consumers.add(consumer);
        return this;
    }

    /**
     * The contract.
     *
     * @throws ContractException with everything that is wrong with it
     */
    public Contract<E> build() {
        List<String> problems = new ArrayList<>();
        if (name.isEmpty()) {
            problems.add("it has no name");
        }
        EventTypes<E> eventTypes = buildTypes(problems);
        Map<String, Reducer<E, ?>> byName = buildReducers(problems);
        List<ConsumerDefinition<E>> definitions = buildConsumers(eventTypes, problems);
        if (!problems.isEmpty()) {
            throw new ContractException(name, problems);
        }
        return new Contract<>(name, eventTypes, byName, definitions);
    }

    private EventTypes<E> buildTypes(List<String> problems) {
        EventTypes.Builder<E> builder = new EventTypes.Builder<>(problems);
        types.forEach(addition -> addition.accept(builder));
        addPermitted(events, builder, problems);
        EventTypes<E> built = builder.build();
        if (built.names().isEmpty()) {
            problems.add(events.getName() + " has no events; make it a sealed interface of records, or add them");
        }
        return built;
    }

    private void addPermitted(Class<? extends E> type, EventTypes.Builder<E> builder, List<String> problems) {
        Class<?>[] permitted = type.getPermittedSubclasses();
        if (permitted != null) {
            for (Class<?> each : permitted) {
                addPermitted(each.asSubclass(events), builder, problems);
            }
        } else if (!type.isInterface()) {
            if (!builder.knows(type)) {
                builder.add(type);
            }
        } else if (!type.equals(events)) {
            problems.add(type.getName() + " is neither sealed nor a record, so its events are not known");
        }
    }

    private Map<String, Reducer<E, ?>> buildReducers(List<String> problems) {
        Map<String, Reducer<E, ?>> byName = new LinkedHashMap<>();
        for (Reducer<E, ?> reducer : reducers) {
            Names.check("reducer", reducer.name(), problems);
            if (byName.putIfAbsent(reducer.snapshotName(), reducer) != null) {
                problems.add("there are two reducers " + reducer.snapshotName());
            }
        }
        return byName;
    }

    private List<ConsumerDefinition<E>> buildConsumers(EventTypes<E> eventTypes, List<String> problems) {
        List<ConsumerDefinition<E>> definitions = new ArrayList<>();
        if (!handlers.isEmpty()) {
            definitions.add(handlers.build(eventTypes, problems));
        }
        Set<String> names = new LinkedHashSet<>();
        for (ConsumerBuilder<E> consumer : consumers) {
            Names.check("consumer", consumer.name(), problems);
            if (!names.add(consumer.name())) {
                problems.add("there are two consumers " + consumer.name());
            }
            definitions.add(consumer.build(eventTypes, problems));
        }
        return definitions;
    }
}
