package dev.a2.examples.webhooks;

import dev.a2.Reducer;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What happened in a session, counted: good for every kind of session.
 *
 * @param counts how many events there are of each type
 */
public record Activity(SortedMap<String, Integer> counts) {
    /** Counts events. */
    public static final Reducer<GitHubEvent, Activity> REDUCER =
            Reducer.of("activity", Activity.class, new Activity(new TreeMap<>()), Activity::after);

    /** Copies the map. */
    public Activity {
        counts = Frozen.map(counts);
    }

    /** The counts after an event. */
    Activity after(GitHubEvent event) {
        SortedMap<String, Integer> next = new TreeMap<>(counts);
        next.merge(Deliveries.nameOf(event.getClass()), 1, Integer::sum);
        return new Activity(next);
    }
}
