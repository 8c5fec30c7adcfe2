/** The command line: {@code a2} and its commands. */
@NullMarked
package dev.a2.cli;

import org.jspecify.annotations.NullMarked;
