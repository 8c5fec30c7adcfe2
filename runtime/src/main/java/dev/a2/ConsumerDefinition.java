package dev.a2;

import dev.a2.store.LogOptions;
import dev.a2.store.ServedConsumer;
import dev.a2.store.Target;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A named reader of a session that must handle events.
 *
 * @param handlers by concrete event class
 * @param laneOf for lane consumers only: an event's lane, or null for an event that is not for it
 * @param raw for log consumers only: takes every event as it is stored
 * @param timeLimit how long one attempt may take; null: as long as it likes
 * @param concurrency how many attempts run at once in this process; null: the A2's limit per consumer
 */
record ConsumerDefinition<E>(
        String name,
        Kind kind,
        Map<Class<? extends E>, Handler<E, ? extends E>> handlers,
        @Nullable Function<? super E, @Nullable String> laneOf,
        @Nullable RawEffect<E> raw,
        boolean backfill,
        RetryPolicy retry,
        @Nullable Duration timeLimit,
        @Nullable Integer concurrency) {
    /** What cursors it owns. */
    enum Kind {
        EACH,
        LANE,
        LOG
    }

    /** Where it wants this event put; nothing if it does not take it, or follows the log. */
    Optional<Target> target(E event) {
        if (kind == Kind.LOG || !handlers.containsKey(event.getClass())) {
            return Optional.empty();
        }
        if (laneOf == null) {
            return Optional.of(Target.each(name));
        }
        return Optional.ofNullable(laneOf.apply(event)).map(lane -> Target.lane(name, lane));
    }

    /** How a store knows it. */
    ServedConsumer served(EventTypes<E> types) {
        if (kind != Kind.LOG) {
            return ServedConsumer.of(name);
        }
        return ServedConsumer.log(name, new LogOptions("", raw == null ? storedNames(types) : null, backfill));
    }

    private Set<String> storedNames(EventTypes<E> types) {
        Set<String> names = new LinkedHashSet<>();
        handlers.keySet().forEach(type -> names.addAll(types.storedNames(type)));
        return names;
    }
}
