package dev.a2;

import java.time.Duration;

/** How long to wait before a failed call is repeated: doubling up to a limit, half of it by chance. */
final class Backoff {
    private final Platform platform;
    private final Duration first;
    private final Duration most;

    Backoff(Platform platform, Duration first, Duration most) {
        this.platform = platform;
        this.first = first;
        this.most = most;
    }

    /** For calls that nobody waits for: 50 ms to 5 s. */
    static Backoff background(Platform platform) {
        return new Backoff(platform, Duration.ofMillis(50), Duration.ofSeconds(5));
    }

    /** The wait after so many failures in a row, from 1. */
    Duration after(int failures) {
        long millis = first.toMillis() << Math.min(20, Math.max(0, failures - 1));
        double half = Math.min(millis, Math.max(1, most.toMillis())) / 2.0;
        return Duration.ofMillis(Math.max(1, Math.round(half + half * platform.random())));
    }
}
