package dev.a2.simulation.chaos;

import dev.a2.store.HeadRef;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long one head waited for its next attempt, after what happened to the process that had it.
 *
 * @param head whose it was; null where it is about any work, after a server's return
 * @param took the time in which another process was there to take it
 * @param disturbances what else happened meanwhile, to whoever might have taken it
 * @param bound what it may take; null where nothing is promised
 */
record Recovery(
        Kind kind,
        String what,
        @Nullable HeadRef head,
        Duration took,
        int disturbances,
        @Nullable Duration bound) {
    /** What happened. */
    enum Kind {
        /** The process was killed. */
        KILL("kill -9"),
        /** The process stood still, and another took over before it went on. */
        PAUSE("stopped past its lease"),
        /** The process was told to end, and gave the head back. */
        GIVE_BACK("given back at SIGTERM"),
        /** The server died and came back. */
        SERVER("server killed");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    boolean isLate(Duration allowance) {
        return bound != null && took.compareTo(bound.plus(allowance)) > 0;
    }
}
