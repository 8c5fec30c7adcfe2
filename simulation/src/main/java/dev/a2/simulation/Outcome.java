package dev.a2.simulation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a run ended.
 *
 * @param failure what was wrong; null when everything was as it must be
 * @param sum the same for two runs in which the same happened
 * @param trace what happened, line by line; empty unless asked for
 * @param weather the faults that struck, and how often
 */
public record Outcome(Plan plan, @Nullable Throwable failure, String sum, List<String> trace, String weather) {
    /** Copies the trace. */
    public Outcome {
        trace = List.copyOf(trace);
    }

    /** The broken rule, or the class of what was thrown; null when nothing was wrong. */
    public @Nullable String rule() {
        return switch (failure) {
            case null -> null;
            case Broken broken -> broken.rule();
            case Throwable other -> other.getClass().getName();
        };
    }
}
