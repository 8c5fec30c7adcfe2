/** Tests of the first program. */
@NullMarked
package dev.a2.examples.orders;

import org.jspecify.annotations.NullMarked;
