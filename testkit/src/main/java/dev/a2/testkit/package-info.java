/** For tests of applications: a memory store, a clock that moves, deterministic runs. */
@NullMarked
package dev.a2.testkit;

import org.jspecify.annotations.NullMarked;
