/** The kernel over maps: the readable reference among the stores. */
@NullMarked
package dev.a2.store.memory;

import org.jspecify.annotations.NullMarked;
