package dev.a2.simulation;

/** Who goes on next, and how long calls travel. */
public enum Strategy {
    /** Calls take as long as chance wants, so anything may overtake anything. */
    RANDOM,
    /** All calls take equally long, and whoever waited first goes first. */
    FIFO,
    /** All calls take equally long, tasks have priorities, and a few of them lose theirs while they run (PCT). */
    PRIORITIES,
    /** One machine's calls, or all calls of one kind, take very long. */
    VICTIM
}
