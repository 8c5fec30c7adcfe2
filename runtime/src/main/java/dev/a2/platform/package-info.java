/**
 * What the runtime takes from the machine: time, threads, timers, ids, chance and waiting. Start with
 * {@link dev.a2.platform.Platform}. Everything else in the runtime asks a platform, so tests move the clock and a
 * simulation owns the order of all steps. Any thread may call anything here.
 */
@NullMarked
package dev.a2.platform;

import org.jspecify.annotations.NullMarked;
