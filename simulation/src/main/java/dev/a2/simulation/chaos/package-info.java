/**
 * A fleet of real processes on a real store, really killed, stopped, told to end and cut off while load runs; then a look at what
 * they left, beside what each wrote down. Start with {@link dev.a2.simulation.chaos.ChaosRun}.
 *
 * <p>Inside: a process is a {@link dev.a2.simulation.chaos.ChaosWorker}, which runs an {@code ErrandApp} and writes a {@code
 * Chronicle} of {@code Fact}s; {@code Storm} torments them; {@code Evidence} is all that is known afterwards, and the checks read
 * nothing else, so each is tested with evidence made by hand.
 */
@NullMarked
package dev.a2.simulation.chaos;

import org.jspecify.annotations.NullMarked;
