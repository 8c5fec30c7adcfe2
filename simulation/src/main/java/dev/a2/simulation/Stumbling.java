package dev.a2.simulation;

import java.time.Duration;

/** What goes wrong in a handler. */
@FunctionalInterface
interface Stumbling {
    /** Longer than any claim lasts. */
    Duration LONG = Duration.ofSeconds(8);

    /** How often a handler dawdles. */
    double DAWDLES = 0.05;

    /** Takes long now and then, and throws at a rate. */
    void stumble(double rate) throws InterruptedException;
}
