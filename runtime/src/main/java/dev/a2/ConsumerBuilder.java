package dev.a2;

import dev.a2.ConsumerDefinition.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Says what one consumer handles, and how. Got from {@link ContractBuilder#each}, {@link ContractBuilder#lane}, {@link
 * ContractBuilder#log} and {@link ContractBuilder#handlers}.
 *
 * @param <E> the contract's events
 */
public final class ConsumerBuilder<E> {
    private record Entry<E>(Class<? extends E> type, Handler<E, ? extends E> handler) {}

    private final String name;
    private final Kind kind;
    private final @Nullable Function<? super E, @Nullable String> laneOf;
    private final List<Entry<E>> entries = new ArrayList<>();
    private @Nullable RawEffect<E> raw;
    private boolean backfill;
    private RetryPolicy retry = RetryPolicy.defaults();
    private @Nullable Duration timeLimit;
    private @Nullable Integer concurrency;

    ConsumerBuilder(String name, Kind kind, @Nullable Function<? super E, @Nullable String> laneOf) {
        this.name = name;
        this.kind = kind;
        this.laneOf = laneOf;
    }

    /** Reacts to events of this type (or any type below it) with events. */
    public <T extends E> ConsumerBuilder<E> on(Class<T> type, Handler<E, T> handler) {
        entries.add(new Entry<>(type, handler));
        return this;
    }

    /** Reacts to events of this type (or any type below it) with a deed. */
    public <T extends E> ConsumerBuilder<E> effect(Class<T> type, Effect<E, T> effect) {
        return on(type, (event, context) -> {
            effect.handle(event, context);
            return List.of();
        });
    }

    /** For a log consumer: takes every stored event as it is, whatever its type; instead of handlers by type. */
    public ConsumerBuilder<E> raw(RawEffect<E> effect) {
        raw = effect;
        return this;
    }

    /** For a log consumer: begins with a session's first event (or latest clear) instead of with the next one. */
    public ConsumerBuilder<E> backfill() {
        backfill = true;
        return this;
    }

    /** What follows when a handler fails; {@link RetryPolicy#defaults} unless set. */
    public ConsumerBuilder<E> retry(RetryPolicy policy) {
        retry = policy;
        return this;
    }

    /** How long one attempt may take before it is interrupted and failed; without a limit unless set. */
    public ConsumerBuilder<E> timeLimit(Duration limit) {
        timeLimit = limit;
        return this;
    }

    /** How many attempts run at once in one process; {@link Concurrency#perConsumer} unless set. */
    public ConsumerBuilder<E> concurrency(int limit) {
        concurrency = limit;
        return this;
    }

    boolean isEmpty() {
        return entries.isEmpty() && raw == null;
    }

    String name() {
        return name;
    }

    ConsumerDefinition<E> build(EventTypes<E> types, List<String> problems) {
        String me = "consumer " + name;
        if (isEmpty()) {
            problems.add(me + " handles nothing");
        }
        if (raw != null && !entries.isEmpty()) {
            problems.add(me + " has a raw handler and handlers by type; make two consumers of it");
        }
        if (kind != Kind.LOG && (raw != null || backfill)) {
            problems.add(me + " is no log consumer: only those take raw events or backfill");
        }
        if (timeLimit != null && (timeLimit.isZero() || timeLimit.isNegative())) {
            problems.add(me + " has a time limit of " + timeLimit + "; it must be longer than zero");
        }
        if (concurrency != null && concurrency < 1) {
            problems.add(me + " has a concurrency of " + concurrency + "; it must be at least 1");
        }
        return new ConsumerDefinition<>(
                name, kind, handlers(types, problems), laneOf, raw, backfill, retry, timeLimit, concurrency);
    }

    private Map<Class<? extends E>, Handler<E, ? extends E>> handlers(EventTypes<E> types, List<String> problems) {
        Map<Class<? extends E>, Handler<E, ? extends E>> handlers = new LinkedHashMap<>();
        for (Entry<E> entry : entries) {
            List<Class<? extends E>> concrete = types.below(entry.type());
            if (concrete.isEmpty()) {
                problems.add("consumer " + name + " handles " + entry.type().getName()
                        + ", which is no event of this contract");
            }
            for (Class<? extends E> type : concrete) {
                if (handlers.putIfAbsent(type, entry.handler()) != null) {
                    problems.add("consumer " + name + " has two handlers for " + type.getName());
                }
            }
        }
        return handlers;
    }
}
