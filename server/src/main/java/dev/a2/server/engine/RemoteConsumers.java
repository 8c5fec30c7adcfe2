package dev.a2.server.engine;

import dev.a2.server.http.Problem;
import dev.a2.store.LogOptions;
import dev.a2.store.ServedConsumer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The log consumers that workers elsewhere asked to serve lately, so that what is appended here reaches them.
 *
 * <p>While a fleet changes to other types, some of its workers ask with the old ones and some with the new. What was heard of
 * last counts (CUR-3), and what others go on asking for does not bring the old ones back, until nobody asks for the new ones any
 * more. A different lane or start is a different consumer, and refused while the first is asked for.
 */
public final class RemoteConsumers {
    private static final Duration KEPT = Duration.ofMinutes(5);
    private static final int MOST = 100;
    private static final int MOST_DEFINITIONS = 8;

    private final LongSupplier nanoTime;
    private final Map<String, List<Definition>> consumers = new LinkedHashMap<>();
    private volatile List<ServedConsumer> logs = List.of();

    /** One way to follow the log that somebody asked for. */
    private static final class Definition {
        final ServedConsumer consumer;
        long askedNanos;

        Definition(ServedConsumer consumer, long askedNanos) {
            this.consumer = consumer;
            this.askedNanos = askedNanos;
        }
    }

    RemoteConsumers(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Those that are served now. */
    public List<ServedConsumer> logs() {
        return logs;
    }

    /**
     * Somebody asks for a log consumer's work.
     *
     * @return whether that changes how it is served, so that cursors must be brought in line
     * @throws Problem INVALID_ARGUMENT if it cannot be served beside what others asked for
     */
    public synchronized boolean ask(String name, LogOptions log) {
        long now = nanoTime.getAsLong();
        forget(now);
        List<Definition> known = consumers.getOrDefault(name, List.of());
        for (Definition definition : known) {
            requireSame(definition.consumer, log);
        }
        ServedConsumer asked = ServedConsumer.log(name, log);
        for (Definition definition : known) {
            if (definition.consumer.equals(asked)) {
                definition.askedNanos = now;
                return publish();
            }
        }
        requireRoom(name, known.size());
        consumers.computeIfAbsent(name, any -> new ArrayList<>()).add(new Definition(asked, now));
        return publish();
    }

    private static void requireSame(ServedConsumer known, LogOptions asked) {
        LogOptions log = known.log();
        if (log != null && !(log.lane().equals(asked.lane()) && log.backfill() == asked.backfill())) {
            throw Problem.invalid("other workers serve the log consumer " + known.name() + " with lane \"" + log.lane()
                    + "\" and backfill " + log.backfill() + "; use the same, or another name");
        }
    }

    private void requireRoom(String name, int definitions) {
        if (definitions == 0 && consumers.size() >= MOST) {
            throw Problem.invalid("workers serve " + MOST + " log consumers here already; another is over the limit");
        }
        if (definitions >= MOST_DEFINITIONS) {
            throw Problem.invalid("workers asked for the log consumer " + name + " with " + definitions
                    + " sets of types in the last " + KEPT.toMinutes() + " minutes; agree on one");
        }
    }

    /** Drops what nobody asks for any more. */
    public synchronized void forget() {
        forget(nanoTime.getAsLong());
        publish();
    }

    private void forget(long now) {
        consumers.values().forEach(list -> list.removeIf(known -> now - known.askedNanos > KEPT.toNanos()));
        consumers.values().removeIf(List::isEmpty);
    }

    private boolean publish() {
        List<ServedConsumer> newest =
                consumers.values().stream().map(list -> list.getLast().consumer).toList();
        boolean more = !logs.containsAll(newest);
        logs = newest;
        return more;
    }
}
