package dev.a2.simulation;

import java.time.Duration;
import java.util.Locale;

/**
 * Something that happens to the world.
 *
 * @param number its place in the plan, which it keeps when others are left out
 * @param after how long after the step before
 * @param which decides which machine, session or lane it happens to
 */
public record Step(int number, Duration after, What what, int which) {
    /** What can happen. */
    public enum What {
        /** A client appends an event. */
        ASK(40),
        /** A client follows a session. */
        WATCH(4),
        /** A machine loses its process at once, and starts another. */
        CRASH(5),
        /** A process stops in good order, and another starts. */
        STOP(3),
        /** A machine stops its process and starts the newer version. */
        UPGRADE(2),
        /** A process stands still for a while. */
        PAUSE(4),
        /** A machine's clock jumps. */
        CLOCK(3),
        /** The store answers nobody for a while. */
        OUTAGE(2),
        /** A session is cleared. */
        CLEAR(2),
        /** A cleared session's old events are deleted. */
        RECLAIM(2),
        /** A session's dead letters are retried. */
        REDRIVE(3),
        /** A state is read. */
        STATE(4),
        /** A client says where it is, or leaves. */
        PRESENCE(8);

        private final int weight;

        What(int weight) {
            this.weight = weight;
        }

        static What drawn(Chance chance) {
            int total = 0;
            for (What what : values()) {
                total += what.weight;
            }
            int left = chance.below(total);
            for (What what : values()) {
                left -= what.weight;
                if (left < 0) {
                    return what;
                }
            }
            throw new IllegalStateException("weights do not add up");
        }
    }

    static Step drawn(int number, Chance chance) {
        // Mostly quick after another, sometimes with time for what waits.
        Duration most = chance.at(0.1) ? Duration.ofSeconds(10) : Duration.ofMillis(400);
        return new Step(number, chance.upTo(most), What.drawn(chance), chance.below(1 << 30));
    }

    @Override
    public String toString() {
        return number + " " + what.name().toLowerCase(Locale.ROOT);
    }
}
