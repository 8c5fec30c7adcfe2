package dev.a2;

import dev.a2.store.IdSource;
import java.time.Duration;
import java.time.InstantSource;

/**
 * The authorities over time, threads, ids and chance that the runtime runs against. {@link SystemPlatform} is the real
 * one; a test's or a simulation's platform moves its own clock and decides which task runs when.
 */
public interface Platform {
    /** The wall clock: for due times and stamps, never for deciding who owns a claim (CLK-2). */
    InstantSource clock();

    /** Where ids come from. */
    IdSource ids();

    /** A number from 0 (inclusive) to 1 (exclusive). */
    double random();

    /** Nanoseconds from a start of its own, never going back: for measuring how long something took. */
    long nanoTime();

    /**
     * Starts a task that runs user code, on a thread of its own. It may block; when many of them compute at once, it may
     * have to wait its turn.
     *
     * @param name for thread dumps
     */
    Task start(String name, Runnable body);

    /**
     * Starts a task that never runs user code, out of reach of those that do: no number of them keeps it from running,
     * whether they block or compute. It may block for as long as a call to the store takes.
     */
    void startUrgent(String name, Runnable body);

    /** Starts an urgent task after a delay. */
    Timer after(Duration delay, String name, Runnable body);

    /** Something to wait at. */
    Gate newGate();

    /** A task that was started. */
    @FunctionalInterface
    interface Task {
        /** Interrupts the task's thread if it still runs. */
        void interrupt();
    }

    /** A task that is to run later. */
    @FunctionalInterface
    interface Timer {
        /** Keeps the task from starting, if it has not yet. */
        void cancel();
    }
}
