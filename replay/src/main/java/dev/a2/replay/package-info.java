/**
 * Replays recorded operations (golden vectors) against a store and compares every answer. Start with
 * {@link dev.a2.replay.Replayer}; the file format is {@code docs/reference/golden-vectors.md}. One thread at a time.
 */
@NullMarked
package dev.a2.replay;

import org.jspecify.annotations.NullMarked;
