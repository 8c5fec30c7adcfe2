package dev.a2;

import java.time.Duration;

/**
 * A gate that one waiter passes each time it is opened. Opening it before somebody waits lets the next waiter through;
 * opening it twice is the same as once. Made by {@link Platform#newGate}.
 */
public interface Gate {
    /** Lets one waiter through, now or later. */
    void open();

    /**
     * Waits until the gate is opened, and closes it again.
     *
     * @return whether it was opened within the limit
     * @throws InterruptedException if the thread was interrupted, before or while waiting
     */
    boolean await(Duration limit) throws InterruptedException;
}
