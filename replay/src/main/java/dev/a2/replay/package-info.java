/** Replays recorded operations against a store and compares every answer. */
@NullMarked
package dev.a2.replay;

import org.jspecify.annotations.NullMarked;
