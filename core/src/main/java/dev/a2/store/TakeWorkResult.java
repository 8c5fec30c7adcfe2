package dev.a2.store;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sessions to look at.
 *
 * @param marks those that were due, earliest first
 * @param nextDueAt when the next mark of these consumers that was not taken is due; null if there is none
 */
public record TakeWorkResult(List<WorkMark> marks, @Nullable Instant nextDueAt) {
    /** Copies the list. */
    public TakeWorkResult {
        marks = List.copyOf(marks);
    }
}
