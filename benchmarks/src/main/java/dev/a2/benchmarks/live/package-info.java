/**
 * The live server under load, beside a bare one of the same library. The servers are processes of their own, so that their
 * processor time and heap can be told from the clients'.
 */
@NullMarked
package dev.a2.benchmarks.live;

import org.jspecify.annotations.NullMarked;
