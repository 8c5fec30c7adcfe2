/** Contracts, sessions, dispatch, feeds, timers and presence: what applications depend on. */
@NullMarked
package dev.a2;

import org.jspecify.annotations.NullMarked;
