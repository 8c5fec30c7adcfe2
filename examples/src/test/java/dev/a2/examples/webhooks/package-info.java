/** Tests of the GitHub app. */
@NullMarked
package dev.a2.examples.webhooks;

import org.jspecify.annotations.NullMarked;
