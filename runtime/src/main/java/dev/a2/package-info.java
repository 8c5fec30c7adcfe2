/**
 * What applications depend on: contracts, sessions, handlers, feeds, timers and presence.
 *
 * <p>Start with {@link dev.a2.Contract}, which says what can happen in a session and who reacts, then {@link dev.a2.A2},
 * which opens a contract on a store, and {@link dev.a2.Session}, which appends, reads and follows. Any thread may call
 * anything here; calls that reach the store block, so make them from virtual threads when there are many. Rule ids (RT-4,
 * I12, …) are those of {@code docs/reference}.
 *
 * <p>Inside, an event's way is: {@code Encoder} (to and from the stored form), {@code Agenda} (whose
 * turn it is), {@code Dispatcher} (hints, looks, claims),
 * {@code Attempt} (one try, from claim to the store's last word), {@code HandlerRunner} and {@code AttemptContext} (user
 * code). {@code WorkPoller} and {@code Sweeper} find work that nobody told us of, {@code Renewer} keeps claims, {@code
 * Shutdown} gives them back. {@code StateReader} folds states, {@code FeedHub} feeds. Everything asks a {@link
 * dev.a2.Platform} for time, threads, ids and chance.
 */
@NullMarked
package dev.a2;

import org.jspecify.annotations.NullMarked;
