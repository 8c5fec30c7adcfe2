package dev.a2.simulation.chaos;

import dev.a2.store.Event;
import dev.a2.store.Finding;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * All that is known after a round, when everything has come to rest.
 *
 * @param entries what the processes wrote down, by time
 * @param logs by session what is stored, with causes
 * @param leftovers what the store itself says is not as it should be
 */
record Evidence(List<Entry> entries, Map<String, List<Event>> logs, List<Finding> leftovers, FleetTimes times) {
    /** What was written down of one kind. */
    <F extends Fact> void each(Class<F> kind, BiConsumer<Entry, F> visitor) {
        for (Entry entry : entries) {
            if (kind.isInstance(entry.fact())) {
                visitor.accept(entry, kind.cast(entry.fact()));
            }
        }
    }

    List<Event> log(String session) {
        return logs.getOrDefault(session, List.of());
    }
}
