/**
 * The production runtime and the kernel's store under one seeded scheduler, clock and id source, with faults at the line
 * to the store, at the wake-ups and in the processes themselves. One seed is one run, which replays exactly. Start with
 * {@link dev.a2.simulation.Simulation}; one thread at a time.
 *
 * <p>Inside: {@code Fibers} decides what runs when, {@code SimPlatform} hands it to the runtime, {@code Line} is a
 * process's way to the store, {@code Weather} draws the faults, {@code Plan} is what happens to the world, {@code World}
 * is what it happens to, {@code Ledger} judges each call as it takes effect and {@code Aftermath} what is left in the end.
 * {@link dev.a2.simulation.chaos.ChaosRun} does without all that: real processes, really killed.
 */
@NullMarked
package dev.a2.simulation;

import org.jspecify.annotations.NullMarked;
