/** The GitHub app at work on the examples, and what there is to see of it. */
@NullMarked
package dev.a2.examples.webhooks.demo;

import org.jspecify.annotations.NullMarked;
