package dev.a2;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How much may run, and what runs (RT-4, RT-12). Guarded by the dispatcher's lock.
 *
 * <p>Half of the process's slots are kept for each consumer in equal parts; the other half goes to whoever comes first. So
 * no consumer, however slow, takes the slots that another needs to get on.
 */
final class Slots {
    private final Concurrency limits;
    private final Map<String, ConsumerSlots> consumers = new LinkedHashMap<>();
    private final int part;
    private int used;

    Slots(Concurrency limits, Collection<ConsumerSlots> consumers) {
        this.limits = limits;
        consumers.forEach(consumer -> this.consumers.put(consumer.name(), consumer));
        this.part = limits.perProcess() / (2 * consumers.size());
    }

    /** Those of the consumers that are served here. */
    List<String> served(Collection<String> names) {
        return names.stream().filter(consumers::containsKey).toList();
    }

    ConsumerSlots of(String name) {
        ConsumerSlots slots = consumers.get(name);
        if (slots == null) {
            throw new IllegalStateException("consumer " + name + " is not served here");
        }
        return slots;
    }

    boolean isFull() {
        return used >= limits.perProcess();
    }

    /** How many more attempts of a consumer may run. */
    int free(ConsumerSlots consumer) {
        int kept = 0;
        for (ConsumerSlots other : consumers.values()) {
            if (other != consumer) {
                // What is set aside for it may turn out to be somebody else's.
                kept += Math.max(0, part - other.running);
            }
        }
        int own = consumer.limit - consumer.running - consumer.setAside;
        return Math.min(own, limits.perProcess() - used - kept);
    }

    /** How many more attempts of a consumer may run in a session. */
    int free(ConsumerSlots consumer, SessionWork session) {
        return Math.min(free(consumer), limits.perSession() - session.taken(consumer));
    }

    /** Takes slots for so many attempts, each of which may be any of these consumers'. */
    void setAside(List<ConsumerSlots> any, int count) {
        used += count;
        any.forEach(consumer -> consumer.setAside += count);
    }

    /** Undoes {@link #setAside}. */
    void putBack(List<ConsumerSlots> any, int count) {
        setAside(any, -count);
    }

    /** Takes the slot of an attempt. */
    void take(ConsumerSlots consumer) {
        used++;
        consumer.running++;
    }

    /** Gives the slot of an attempt back. */
    void giveBack(ConsumerSlots consumer) {
        used--;
        consumer.running--;
    }

    /** The sessions that waited for a consumer which has room now. They wait no more. */
    List<SessionWork> wake() {
        List<SessionWork> woken = new ArrayList<>();
        for (ConsumerSlots consumer : consumers.values()) {
            int room = consumer.waiting.isEmpty() ? 0 : free(consumer);
            Iterator<SessionWork> waiting = consumer.waiting.iterator();
            for (; room > 0 && waiting.hasNext(); room--) {
                woken.add(waiting.next());
                waiting.remove();
            }
        }
        return woken;
    }

    /** Nobody waits any more. */
    void dismiss() {
        consumers.values().forEach(consumer -> consumer.waiting.clear());
    }
}
