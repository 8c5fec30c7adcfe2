package dev.a2.simulation;

import java.time.Duration;

/** One life of a process: what runs in it stops when it dies, and waits while it is paused. */
final class Life {
    final String name;
    private boolean over;
    private long pausedUntilNanos;
    private Duration ahead = Duration.ZERO;

    Life(String name) {
        this.name = name;
    }

    void end() {
        over = true;
    }

    boolean isOver() {
        return over;
    }

    void pauseUntil(long nanos) {
        pausedUntilNanos = Math.max(pausedUntilNanos, nanos);
    }

    long pausedUntilNanos() {
        return pausedUntilNanos;
    }

    /** How far its wall clock is ahead of the store's. */
    Duration ahead() {
        return ahead;
    }

    void stepClock(Duration step) {
        ahead = ahead.plus(step);
    }

    @Override
    public String toString() {
        return name;
    }
}
