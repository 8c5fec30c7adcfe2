package dev.a2.store;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The consumers that the calling deployment runs. A store never wakes, claims or reports as pending what the caller
 * does not serve.
 *
 * @param list the consumers; null serves everybody for claims and pending, but lists no log consumer (APP-11)
 */
public record Served(@Nullable List<ServedConsumer> list) {
    /** Everybody. */
    public static final Served ALL = new Served(null);

    /** Nobody. */
    public static final Served NONE = new Served(List.of());

    /** Copies the list. */
    public Served {
        list = list == null ? null : List.copyOf(list);
    }

    /** These consumers. */
    public static Served of(ServedConsumer... consumers) {
        return new Served(List.of(consumers));
    }

    /** These consumers by name, none of them a log consumer. */
    public static Served named(String... names) {
        return new Served(List.of(names).stream().map(ServedConsumer::of).toList());
    }

    /** Whether the consumer of this name is served. */
    public boolean serves(String consumer) {
        if (list == null) {
            return true;
        }
        for (ServedConsumer served : list) {
            if (served.name().equals(consumer)) {
                return true;
            }
        }
        return false;
    }

    /** The names, each once; null for everybody. */
    public @Nullable Set<String> names() {
        if (list == null) {
            return null;
        }
        Set<String> names = new LinkedHashSet<>();
        list.forEach(consumer -> names.add(consumer.name()));
        return names;
    }

    /** The log consumers among them. */
    public List<ServedConsumer> logs() {
        List<ServedConsumer> logs = new ArrayList<>();
        if (list != null) {
            for (ServedConsumer consumer : list) {
                if (consumer.log() != null) {
                    logs.add(consumer);
                }
            }
        }
        return logs;
    }
}
