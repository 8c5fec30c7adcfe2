/** Tests of the demo. */
@NullMarked
package dev.a2.examples.webhooks.demo;

import org.jspecify.annotations.NullMarked;
