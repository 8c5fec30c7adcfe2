/**
 * The contract's rules in Java, once, for every store that can run Java inside a transaction. Start with {@link
 * dev.a2.store.kernel.RowStore}: what a store provides; {@link dev.a2.store.kernel.KernelStore} turns it into a
 * {@link dev.a2.store.SessionStore}. The rule classes ({@code Appending}, {@code Claiming}, …) decide on loaded rows and
 * collect {@link dev.a2.store.kernel.Changes}; they read no clock and draw no ids.
 */
@NullMarked
package dev.a2.store.kernel;

import org.jspecify.annotations.NullMarked;
