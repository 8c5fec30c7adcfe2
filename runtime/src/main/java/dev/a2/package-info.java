/**
 * What applications depend on: contracts, sessions, handlers, feeds, timers and presence.
 *
 * <p>Start with {@link dev.a2.Contract}, which says what can happen in a session and who reacts, then {@link dev.a2.A2},
 * which opens a contract on a store, and {@link dev.a2.Session}, which appends, reads and follows. Any thread may call
 * anything here; calls that reach the store block, so make them from virtual threads when there are many. Rule ids (RT-4,
 * I12, …) are those of {@code docs/reference}.
 */
@NullMarked
package dev.a2;

import org.jspecify.annotations.NullMarked;
