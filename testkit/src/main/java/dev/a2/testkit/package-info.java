/**
 * Help for tests of applications (RT-18): {@link dev.a2.testkit.TestA2} opens a contract on a store in memory, on a clock
 * that only the test moves, and runs everything that is due on the test's own thread, always in the same order. One thread
 * at a time may use it.
 */
@NullMarked
package dev.a2.testkit;

import org.jspecify.annotations.NullMarked;
