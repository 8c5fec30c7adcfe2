package dev.a2.replay;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a trace went.
 *
 * @param ran operations that were run
 * @param skipped operations that need a {@link LayoutProbe}, without one
 * @param failure the first difference, readable, over several lines; null when there is none
 */
public record ReplayReport(
        Trace trace, int ran, int skipped, @Nullable String failure) {
    /** Whether every answer was the recorded one. */
    public boolean passed() {
        return failure == null;
    }

    /** The first difference, if there is one. */
    public Optional<String> difference() {
        return Optional.ofNullable(failure);
    }

    @Override
    public String toString() {
        return failure != null
                ? failure
                : trace.source() + ": " + ran + " operations as recorded"
                        + (skipped == 0 ? "" : ", " + skipped + " skipped");
    }
}
