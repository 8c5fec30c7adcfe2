/**
 * Programs that measure: ratios against a raw limit or a plain peer, taken in one run. Start with {@link
 * dev.a2.benchmarks.Benchmarks}. They print a table and judge nothing; numbers are quoted with machine and commit.
 */
@NullMarked
package dev.a2.benchmarks;

import org.jspecify.annotations.NullMarked;
