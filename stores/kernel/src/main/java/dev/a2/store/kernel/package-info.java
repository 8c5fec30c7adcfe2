/** The rules of the store contract, once, for every store that runs Java inside a transaction. */
@NullMarked
package dev.a2.store.kernel;

import org.jspecify.annotations.NullMarked;
