/**
 * Whole sessions as JSON lines, for keeping and for moving between stores; {@code docs/reference/export.md} is the format.
 * Start with {@link dev.a2.transfer.SessionFileWriter} and {@link dev.a2.transfer.SessionFile}, or {@link
 * dev.a2.transfer.Mover}. One thread per object.
 */
@NullMarked
package dev.a2.transfer;

import org.jspecify.annotations.NullMarked;
