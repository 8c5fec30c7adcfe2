/** The conformance kit: each rule of the store contract as a test that any store can run. */
@NullMarked
package dev.a2.tck;

import org.jspecify.annotations.NullMarked;
