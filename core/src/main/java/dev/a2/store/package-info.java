/**
 * The store contract: what every store does, whatever it is built on. Start with {@link dev.a2.store.SessionStore} and
 * the small interfaces that it gathers. Rule ids (APP-7, I5, …) are those of {@code docs/reference/store-contract.md}.
 *
 * <p>All calls block; run them on virtual threads. All values are immutable, check themselves when built, and throw
 * {@link dev.a2.store.StoreException} with {@link dev.a2.store.ErrorCode#INVALID_ARGUMENT} for what no store accepts.
 */
@NullMarked
package dev.a2.store;

import org.jspecify.annotations.NullMarked;
