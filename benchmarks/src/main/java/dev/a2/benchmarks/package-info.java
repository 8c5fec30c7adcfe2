/** Ratios against raw limits, measured in one run. */
@NullMarked
package dev.a2.benchmarks;

import org.jspecify.annotations.NullMarked;
