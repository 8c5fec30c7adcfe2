package dev.a2.simulation.chaos;

import dev.a2.codec.Codec;
import dev.a2.codec.JacksonCodec;
import dev.a2.store.Event;
import dev.a2.store.HeadRef;
import dev.a2.store.Reserved;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A session's log, read as the application's events and by what followed from what. */
final class Errands {
    private static final Codec CODEC = new JacksonCodec();

    private final List<Event> log;
    private final Map<Long, Errand> errands = new LinkedHashMap<>();
    private final Map<HeadRef, List<Event>> products = new LinkedHashMap<>();

    Errands(List<Event> log) {
        this.log = log;
        for (Event event : log) {
            Errand errand = decode(event);
            if (errand != null) {
                errands.put(event.index(), errand);
            }
            if (event.cause() != null) {
                products.computeIfAbsent(event.cause().head(), head -> new ArrayList<>())
                        .add(event);
            }
        }
    }

    private static @Nullable Errand decode(Event event) {
        for (Class<?> type : Errand.class.getPermittedSubclasses()) {
            if (type.getSimpleName().toLowerCase(Locale.ROOT).equals(event.type())) {
                return (Errand) CODEC.decode(event.payload(), type);
            }
        }
        return null;
    }

    /** The events of a kind, with where they stand. */
    <T extends Errand> Map<Long, T> of(Class<T> kind) {
        Map<Long, T> all = new LinkedHashMap<>();
        errands.forEach((index, errand) -> {
            if (kind.isInstance(errand)) {
                all.put(index, kind.cast(errand));
            }
        });
        return all;
    }

    /** What stands at an index; null if it is none of the application's. */
    @Nullable Errand at(long index) {
        return errands.get(index);
    }

    List<Event> timers() {
        return log.stream()
                .filter(event -> event.type().equals(Reserved.TIMER_TYPE))
                .toList();
    }

    /** All heads that events in the log follow from. */
    Map<HeadRef, List<Event>> products() {
        return products;
    }

    /** What followed from a head, by index. */
    List<Event> productsOf(HeadRef head) {
        return products.getOrDefault(head, List.of());
    }
}
