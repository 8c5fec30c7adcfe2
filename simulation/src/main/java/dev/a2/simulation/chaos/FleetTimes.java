package dev.a2.simulation.chaos;

import java.time.Duration;

/**
 * The settings that decide how long it takes until a dead worker's heads begin elsewhere.
 *
 * @param claimTtl how long a claim lasts
 * @param pollInterval how often the work index is polled
 * @param presenceTtl how long a participant is present after it said so
 * @param allowance what a busy machine may add
 */
public record FleetTimes(Duration claimTtl, Duration pollInterval, Duration presenceTtl, Duration allowance) {
    /** Polls are spread by a tenth. */
    private static final double SPREAD = 1.1;
    /** The Redis store's longest pause between attempts to connect. */
    private static final Duration CONNECT = Duration.ofSeconds(1);

    /** Claims of 1 s, polls each 200 ms, presence for 2 s, 5 s of allowance. */
    public static FleetTimes defaults() {
        return new FleetTimes(
                Duration.ofSeconds(1), Duration.ofMillis(200), Duration.ofSeconds(2), Duration.ofSeconds(5));
    }

    /** From the death of a worker until its heads begin elsewhere: their claims lapse, and a poll finds them. */
    public Duration takeover() {
        return claimTtl.plus(poll());
    }

    /** From a give-back until the head begins elsewhere, where nobody is told of it: a poll finds it. */
    public Duration giveBack() {
        return poll();
    }

    /** From a server's return until work goes on: connections are made anew, and failed polls repeated as often as others are made. */
    public Duration reconnect() {
        return CONNECT.plus(poll()).plus(claimTtl.dividedBy(6));
    }

    private Duration poll() {
        return Duration.ofMillis(Math.round(pollInterval.toMillis() * SPREAD));
    }
}
