/**
 * The conformance kit: each rule of the store contract as a test that any store can run. A store writes one class that
 * extends {@link dev.a2.tck.StoreTck} and hands it a {@link dev.a2.tck.StoreFixture}; the rules are default methods of the
 * interfaces named after the contract's sections. Tests of one class run one after
 * another.
 */
@NullMarked
package dev.a2.tck;

import org.jspecify.annotations.NullMarked;
