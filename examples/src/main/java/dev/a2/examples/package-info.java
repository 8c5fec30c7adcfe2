/** Programs that run, one per idea; {@code a2 demo} runs them too. */
@NullMarked
package dev.a2.examples;

import org.jspecify.annotations.NullMarked;
