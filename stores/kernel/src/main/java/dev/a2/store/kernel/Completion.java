package dev.a2.store.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a head ended.
 *
 * @param attempt the completing attempt; null when it was skipped
 * @param returnedIds ids of the events that the attempt returned, in order
 */
public record Completion(long atMs, @Nullable Integer attempt, List<String> returnedIds) {
    /** Copies the list. */
    public Completion {
        returnedIds = List.copyOf(returnedIds);
    }
}
