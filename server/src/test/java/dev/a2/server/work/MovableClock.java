package dev.a2.server.work;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The machine's clock, and what it was moved by. */
final class MovableClock implements InstantSource {
    private volatile Duration ahead = Duration.ZERO;

    void move(Duration by) {
        ahead = ahead.plus(by);
    }

    @Override
    public Instant instant() {
        return Instant.now().plus(ahead);
    }
}
