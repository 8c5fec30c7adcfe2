package dev.a2.examples.webhooks.demo;

import java.time.Duration;

/**
 * How the demo runs.
 *
 * @param pace the wait between two deliveries, and how long the people directory takes to answer
 * @param workers how many handlers run at once
 */
public record DemoOptions(Duration pace, int workers) {
    /** Checks the numbers. */
    public DemoOptions {
        if (pace.isNegative()) {
            throw new IllegalArgumentException("the pace must not be negative, and is " + pace);
        }
        if (workers < 1) {
            throw new IllegalArgumentException("there must be at least 1 worker, not " + workers);
        }
    }
}
