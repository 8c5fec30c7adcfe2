/** Programs that run: a first one, and a GitHub app that {@code a2 demo} shows at work. */
@NullMarked
package dev.a2.examples;

import org.jspecify.annotations.NullMarked;
