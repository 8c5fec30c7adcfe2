package dev.a2;

import dev.a2.codec.Codec;
import dev.a2.codec.Json;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.Reserved;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.Target;
import dev.a2.store.When;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Turns a contract's events into stored ones, with the work that they give rise to, and back. */
final class Encoder<E> {
    private static final System.Logger LOG = System.getLogger(Encoder.class.getName());

    private final Set<String> unknown = ConcurrentHashMap.newKeySet();
    private final Contract<E> contract;
    private final Codec codec;
    private final List<ServedConsumer> logs;

    Encoder(Contract<E> contract, Codec codec) {
        this.contract = contract;
        this.codec = codec;
        this.logs = contract.served().logs();
    }

    Served served() {
        return contract.served();
    }

    Codec codec() {
        return codec;
    }

    /** The event for whoever must handle it. */
    NewEvent event(@Nullable String id, E event) {
        String type = contract.types().nameOf(event);
        return new NewEvent(id, type, codec.encode(event), null, contract.targets(event));
    }

    /**
     * The raw event for whoever must handle it, which is nobody if the contract does not know its type.
     *
     * @throws UndecodableEventException when a known type's payload does not fit it
     */
    NewEvent raw(@Nullable String id, String type, Json payload) {
        Event asStored = new Event("", 0, id == null ? "" : id, type, payload, Instant.EPOCH, null);
        List<Target> targets =
                contract.types().decode(asStored, codec).map(contract::targets).orElse(List.of());
        return new NewEvent(id, type, payload, null, targets);
    }

    /** The event that has {@code event} appended later. */
    NewEvent timer(@Nullable String id, E event, When due) {
        String type = contract.types().nameOf(event);
        return Timers.wrap(id, new Timers.Scheduled(type, codec.encode(event)), due);
    }

    boolean knows(String storedType) {
        return contract.types().classOf(storedType).isPresent();
    }

    /** The object, or nothing for a type that the contract does not know, which is logged once (RT-1). */
    Optional<Recorded<E>> decode(Event event) {
        Optional<Recorded<E>> known =
                contract.types().decode(event, codec).map(object -> new Recorded<>(object, event));
        if (known.isEmpty() && !event.type().startsWith(Reserved.PREFIX) && unknown.add(event.type())) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "contract {0} does not know events of type {1}; they are passed over, first event {2} of session {3}",
                    contract.name(),
                    event.type(),
                    Long.toString(event.index()),
                    event.sessionId());
        }
        return known;
    }

    /** The consumers that these events may give work to. */
    Set<String> consumersOf(Collection<NewEvent> events) {
        Set<String> consumers = new LinkedHashSet<>();
        for (NewEvent event : events) {
            event.targets().forEach(target -> consumers.add(target.consumer()));
            for (ServedConsumer log : logs) {
                if (log.log() != null && log.log().takes(event.type())) {
                    consumers.add(log.name());
                }
            }
        }
        return consumers;
    }

    /**
     * The consumers that get a head from these events if nothing is in their way, one for each such head; none if some head is to
     * wait.
     */
    List<String> headsOf(Collection<NewEvent> events) {
        List<String> heads = new ArrayList<>();
        for (NewEvent event : events) {
            if (event.targets().stream().anyMatch(target -> target.notBefore() != null)) {
                return List.of();
            }
            event.targets().forEach(target -> heads.add(target.consumer()));
        }
        for (ServedConsumer log : logs) {
            if (log.log() != null && events.stream().anyMatch(event -> log.log().takes(event.type()))) {
                heads.add(log.name());
            }
        }
        return heads;
    }

    /** The events as stored, with the objects that were given. */
    static <T> List<Recorded<T>> recorded(List<T> objects, List<Event> stored) {
        List<Recorded<T>> all = new ArrayList<>(objects.size());
        for (int i = 0; i < objects.size(); i++) {
            all.add(new Recorded<>(objects.get(i), stored.get(i)));
        }
        return all;
    }
}
