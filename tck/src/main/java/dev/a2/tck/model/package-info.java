/**
 * The naive model: the contract written down as plainly as possible, to compare stores with. Lists, linear scans and one
 * lock for everything; no indexes, no row format, nothing shared with any real store. Start with
 * {@link dev.a2.tck.model.NaiveSession}. The model is checked by the golden vectors and by the kit itself.
 */
@NullMarked
package dev.a2.tck.model;

import org.jspecify.annotations.NullMarked;
