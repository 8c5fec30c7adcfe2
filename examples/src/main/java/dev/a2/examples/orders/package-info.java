/** The smallest program that shows what A2 is for. */
@NullMarked
package dev.a2.examples.orders;

import org.jspecify.annotations.NullMarked;
