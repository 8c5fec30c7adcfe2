/**
 * The memory store: the kernel over maps, the readable reference. Start with {@link dev.a2.store.memory.MemoryStore}. Any
 * thread may enter; each session has its own lock.
 */
@NullMarked
package dev.a2.store.memory;

import org.jspecify.annotations.NullMarked;
